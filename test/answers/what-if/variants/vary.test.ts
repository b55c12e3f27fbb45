import { expect, test } from 'vitest';
import { gridOf, gridSize, readAxis } from '../../../../src/answers/what-if/variants/vary.ts';

const valuesOf = (text: string) => {
  const { axis, errors } = readAxis(text);
  expect(errors).toEqual([]);
  return axis.values;
};

test('values are a range, a range in steps, or a list', () => {
  expect(valuesOf('maxParallelImagePulls=1..4')).toEqual(['1', '2', '3', '4']);
  expect(valuesOf('registryPullQPS=0..20..5')).toEqual(['0', '5', '10', '15', '20']);
  expect(valuesOf('registryPullQPS=0..7..5')).toEqual(['0', '5']);
  expect(valuesOf('link=100..300..100Mbit/s')).toEqual(['100Mbit/s', '200Mbit/s', '300Mbit/s']);
  expect(valuesOf('link=0.1..0.4..0.1GB/s')).toEqual(['0.1GB/s', '0.2GB/s', '0.3GB/s', '0.4GB/s']);
  expect(valuesOf('link=100Mbit/s, 1Gbit/s')).toEqual(['100Mbit/s', '1Gbit/s']);
  expect(valuesOf('pull-limit=docker.io=100/6h|docker.io=200/6h,shared')).toEqual([
    'docker.io=100/6h',
    'docker.io=200/6h,shared',
  ]);
  expect(valuesOf('kubelet-version=1.31,1.36')).toEqual(['1.31', '1.36']);
});

test('a grid has every combination, the last axis running fastest', () => {
  const axes = ['maxParallelImagePulls=1,2', 'link=10MB/s,20MB/s,30MB/s'].map((text) => readAxis(text).axis);
  const names = gridOf(axes).map(({ name }) => name);
  expect(names).toHaveLength(gridSize(axes));
  expect(names.slice(0, 4)).toEqual([
    'maxParallelImagePulls=1 link=10MB/s',
    'maxParallelImagePulls=1 link=20MB/s',
    'maxParallelImagePulls=1 link=30MB/s',
    'maxParallelImagePulls=2 link=10MB/s',
  ]);
  expect(new Set(names).size).toBe(6);
});

test.each([
  ['maxParallelImagePulls', 'not of the form field=values'],
  ['maxParallelImagePulls=', 'no value: there is nothing to run'],
  ['maxParallelImagePulls=8..1', 'no value: a range goes up, from the smaller number to the greater one'],
  ['maxParallelImagePulls=1..8..0', 'no value: a range goes up, from the smaller number to the greater one'],
  ['maxParallelImagePulls=,', 'no value: there is nothing to run'],
  ['maxParallelImagePulls=1..1000000000', '1001 values: at most 1000 are run'],
  ['maxParallelImagePulls=5,6,5', '"5" is there twice'],
  ['link=1Gbit/s,fast', '"fast" is not a value of link'],
  ['maxParalelImagePulls=1..8', '"maxParalelImagePulls" is nothing that a run can be changed by'],
])('%s is refused: %s', (text, message) => {
  const { errors } = readAxis(text);
  expect(errors.map((error) => error.message)).toEqual([message]);
  expect(errors[0]?.file).toMatch(/^--vary /);
});
