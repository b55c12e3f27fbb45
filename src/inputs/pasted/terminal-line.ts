/** A line of a text that was copied from a terminal or an issue, without what stands around it there. */
export interface TerminalLine {
  readonly text: string;
  /** Its number in the file, from 1 on, and how many columns were cut off before it. */
  readonly line: number;
  readonly cut: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are a terminal's colours
const colours = /\u001b\[[0-9;?]*[A-Za-z]/g;
const quotation = /^(?:\s{0,3}> ?)+/;
const fence = /^\s*(?:```|~~~)\S*\s*$/;
/** A prompt with the command after it: `$ kubectl describe pod web`, `user@host:~$ kubectl get pods`. */
const command = /^\s*(?:[\w.@:~/()[\] -]{0,80}[$#%❯>]\s+)?(?:kubectl|oc|k|journalctl|crictl|sudo|watch)\s+\S/;

/** Returns the lines of a text without colours, marks of quotation, fences of code and commands. */
export function terminalLines(text: string): TerminalLine[] {
  return text.split(/\r?\n/).flatMap((raw, index): TerminalLine[] => {
    const plain = raw.replace(colours, '').replaceAll('\u00a0', ' ').replaceAll('\r', '');
    const cut = quotation.exec(plain)?.[0].length ?? 0;
    const rest = plain.slice(cut).trimEnd();
    return fence.test(rest) || command.test(rest) ? [] : [{ text: rest, line: index + 1, cut }];
  });
}
