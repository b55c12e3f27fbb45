import type { PropertyViolation, ProtocolProperty } from './protocol-property.ts';

export const invalidNamesStayOut: ProtocolProperty = {
  name: 'invalid-names-stay-out',
  says: 'A name that the release cannot parse is refused, and the runtime never hears of it.',
  check: ({ script, entries, profile }) =>
    script.calls.flatMap(({ id, image }): PropertyViolation[] => {
      const own = entries.get(id) ?? [];
      const isInvalid = 'error' in profile.applyDefaultImageTag(image);
      const result = own.find((entry) => entry.type === 'result');
      const isRefused = result?.error === 'InvalidImageName';
      const heard = own.find(({ type }) => type === 'runtime');
      if (isInvalid && heard !== undefined)
        return [{ at: heard.at, call: id, message: `the runtime is asked for ${JSON.stringify(image)}` }];
      if (result === undefined || isInvalid === isRefused) return [];
      const verdict = isInvalid ? `returns ${result.error || 'success'} for an invalid name` : 'refuses a valid name';
      return [{ at: result.at, call: id, message: `${verdict}: ${JSON.stringify(image)}` }];
    }),
};
