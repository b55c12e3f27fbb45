import { type ComponentChildren, createElement, Fragment, options, type VNode } from 'preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTextVisible } from '../../../src/interfaces/page/visible-vnodes.ts';

const { vnode: before } = options;
const seen: VNode[] = [];
beforeEach(() => {
  seen.length = 0;
  options.vnode = (vnode) => seen.push(vnode);
  makeTextVisible();
});
afterEach(() => {
  if (before === undefined) delete options.vnode;
  else options.vnode = before;
});

const hostile = 'a\u202eb\u0007c\u200bd\u001b[31me\u009bf';
const spelled = 'a\\u202eb\\x07c\\u200bd^[[31me\\x9bf';

test('what an element says of itself is spelled out, its value and what it was given are not', () => {
  const given = { title: `${hostile}\n2`, 'aria-label': hostile, placeholder: hostile, value: hostile };
  const { props } = createElement('input', given);
  expect(props).toEqual({
    title: `${spelled}\n2`,
    'aria-label': spelled,
    placeholder: spelled,
    value: hostile,
  });
  expect(given.title).toBe(`${hostile}\n2`);
});

test('what a component is given stays, since it works with it', () => {
  const Named = ({ title }: { readonly title: string }): ComponentChildren => title;
  expect(createElement(Named, { title: hostile }).props).toEqual({ title: hostile });
  expect(createElement(Fragment, {}, hostile).props.children).toBe(hostile);
});

test('a hook that was there goes on', () => {
  const made = createElement('p', {});
  expect(seen).toEqual([made]);
});
