import type { TerminalLine } from './terminal-line.ts';

/** A container as `kubectl describe pod` prints it. */
export interface DescribedContainer {
  readonly name: string;
  readonly isInit: boolean;
  readonly fields: Map<string, string>;
}

/** A pod as `kubectl describe pod` prints it, or as a row of `kubectl get pods` has it. */
export interface DescribedPod {
  readonly line: TerminalLine;
  readonly fields: Map<string, string>;
  readonly containers: DescribedContainer[];
}

const field = /^(\s*)([A-Z][A-Za-z ]{1,30}):(?:\s+(.*))?$/;
const containerName = /^(\s+)([a-z0-9][a-z0-9-]*):\s*$/;
const lists: Readonly<Record<string, boolean>> = { 'Init Containers': true, Containers: false };

/** Reads the lines of `kubectl describe pod`, one after the other. */
export class DescribeReader {
  readonly pods: DescribedPod[] = [];
  #section = '';
  #indent = 0;
  #container: DescribedContainer | undefined;
  #state = '';

  /** Returns whether the line belongs to a described pod. */
  read(line: TerminalLine): boolean {
    const match = field.exec(line.text);
    const [, indent = '', key = '', value = ''] = match ?? [];
    if (key === 'Name' && value !== '' && (this.#section === '' || indent.length <= this.#indent)) {
      this.#begin(line, indent.length, value);
      return true;
    }
    const pod = this.pods.at(-1);
    if (pod === undefined || this.#section === 'Events') return false;
    if (match !== null && indent.length <= this.#indent) {
      this.#section = key;
      this.#container = undefined;
      this.#state = '';
      pod.fields.set(key, value);
      return true;
    }
    if (this.#section in lists) return this.#readContainer(line, match, pod);
    return false;
  }

  #begin(line: TerminalLine, indent: number, name: string): void {
    this.pods.push({ line, fields: new Map([['Name', name]]), containers: [] });
    this.#section = 'Name';
    this.#indent = indent;
    this.#container = undefined;
  }

  #readContainer(line: TerminalLine, match: RegExpExecArray | null, pod: DescribedPod): boolean {
    const name = containerName.exec(line.text)?.[2];
    if (name !== undefined) {
      this.#container = { name, isInit: lists[this.#section] === true, fields: new Map() };
      this.#state = '';
      pod.containers.push(this.#container);
      return true;
    }
    if (match === null || this.#container === undefined) return false;
    const [, , key = '', value = ''] = match;
    // What stands below `State` and `Last State` is of that state.
    if (key === 'State' || key === 'Last State') this.#state = `${key} `;
    else if (!/^(?:Reason|Message|Started|Finished|Exit Code|Signal)$/.test(key)) this.#state = '';
    const stateful = key === 'State' || key === 'Last State' ? key : `${this.#state}${key}`;
    if (!this.#container.fields.has(stateful)) this.#container.fields.set(stateful, value);
    return true;
  }

  /** What comes next is of another table. */
  endPod(): void {
    this.#section = 'Events';
  }
}
