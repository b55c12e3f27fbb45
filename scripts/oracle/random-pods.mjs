import fc from 'fast-check';

export const policy = fc.constantFrom('Always', 'OnFailure', 'Never');

/** The containers of random pods: arbitraries by field. */
export const podContainers = {
  initContainers: named(
    'init',
    fc.oneof(plain(fc.constantFrom('OnFailure', 'Never')), fc.constant({ sidecar: true })),
    { maxLength: 3 },
  ),
  containers: named('app', plain(policy), { minLength: 1, maxLength: 3 }),
  ephemeralContainers: named('debug', fc.constant({ sidecar: false }), { maxLength: 1 }),
};

function named(prefix, kinds, limits) {
  return fc
    .array(kinds, limits)
    .map((found) => found.map((kind, index) => ({ name: `${prefix}-${index}`, image: 'app:1', ...kind })));
}

/** An init container with a policy of Always would be a sidecar. */
function plain(policies) {
  const rule = fc.record({
    action: fc.constantFrom('Restart', 'RestartAllContainers'),
    operator: fc.constantFrom('In', 'NotIn'),
    exitCodes: fc.constantFrom([1], [0, 3], [7]),
  });
  const restart = fc.record({ policy: policies, rules: fc.array(rule, { maxLength: 2 }) });
  return fc.record({ sidecar: fc.constant(false), restart: fc.option(restart, { nil: undefined }) });
}

export function oneIn(count) {
  return fc.integer({ min: 1, max: count }).map((drawn) => drawn === 1);
}
