import type { PropertyViolation, ProtocolProperty } from './protocol-property.ts';

export const oneResultPerCall: ProtocolProperty = {
  name: 'one-result-per-call',
  says: 'Every call of EnsureImageExists returns once, and nothing of it comes after.',
  check: ({ script, trace, entries }) => {
    const endMs = trace.trace.at(-1)?.at ?? 0;
    const known = new Set(script.calls.map(({ id }) => id));
    const unknown = [...entries.keys()].filter((id) => !known.has(id));
    return [
      ...unknown.map((id) => ({ at: entries.get(id)?.[0]?.at ?? 0, call: id, message: 'the script has no such call' })),
      ...script.calls.flatMap(({ id, at }): PropertyViolation[] => {
        const own = entries.get(id) ?? [];
        const results = own.filter(({ type }) => type === 'result');
        if (results.length > 1) return [{ at: results[1]?.at ?? at, call: id, message: `returns ${results.length} times` }];
        if (results.length === 0) {
          const panic = own.find((entry) => entry.type === 'panic');
          return [{ at: panic?.at ?? endMs, call: id, message: panic === undefined ? 'never returns' : `panics: ${panic.message}` }];
        }
        const after = own.at(-1);
        return after === undefined || after.type === 'result'
          ? []
          : [{ at: after.at, call: id, message: `${after.type} after its result` }];
      }),
    ];
  },
};
