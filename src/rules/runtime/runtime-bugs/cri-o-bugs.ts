import type { RuntimeBug } from '../runtime-bug.ts';

/** Known defects of CRI-O's pulls. */
export const criOBugs: readonly RuntimeBug[] = [
  {
    id: 'crio-progress-timeout',
    program: 'cri-o',
    ranges: [
      { since: '1.30.0', until: '1.30.12' },
      { since: '1.31.0', until: '1.31.7' },
      { since: '1.32.0', until: '1.32.3' },
    ],
    doubt: 'the last patches follow from the date of cri-o#9133; 1.29 has it in patches that are not known',
    isSimulated: true,
    needs: { progressTimeout: 'on' },
    effect:
      'a pull that gets no bytes for 10 s is cancelled, also while a large layer is written to the disk: large images fail at each try',
    sign: 'copying system image from manifest list: copying config: context canceled',
    source: 'cri-o#8760, cri-o#8764, cri-o#7887, cri-o#8765, cri-o#9012, cri-o#9018',
    fixed: 'the timeout is off by default since cri-o#9133',
    avoid: 'pull_progress_timeout = "0s", where the patch has that option',
  },
];
