import { expect, it } from 'vitest';
import { observeRecorded } from '../../tools/validation/observe-recorded.ts';
import { sequenceOf } from '../../tools/validation/sequence-of.ts';
import { recordedRun } from './recorded-file.ts';

it('a run is told in order of time', () => {
  expect(sequenceOf(observeRecorded(recordedRun('e6-stall/c1-stall/1')))).toEqual([
    '     9.2 HEAD manifest 200',
    '    22.3 GET manifest 200',
    '    39.5 GET config 200',
    '    55.7 GET layer fail4:1/layer0 200',
    '    60.2 GET layer fail4:1/layer2 200',
    '    66.9 GET layer fail4:1/layer1 200',
    '   571.5 unpack fail4:1/layer0 until 618.1',
    '   581.6 GET layer fail4:1/layer3 200',
    ' 20015.8 p0 given up',
    ' 20027.6 HEAD manifest 200',
    ' 20056.9 GET layer fail4:1/layer1 from 2000000 206',
    ' 20172.1 unpack fail4:1/layer1 until 20188.4',
    ' 20194.6 unpack fail4:1/layer2 until 20213.4',
    ' 20218.7 unpack fail4:1/layer3 until 20237.9',
    " 20252.2 p0' pulled",
  ]);
});
