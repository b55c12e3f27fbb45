// Runs the real kubelet's image manager in other orders of its goroutines (docs/guides/oracle.md):
// `npm run oracle:orders [-- --release v1.37] [--kind imagemanager] [--orders 60] [--write]` plays the scripts of
// test/proof/orders/ and compares with what is recorded there. With `--runs 500 --seed 1` it looks for random scripts
// that come to something which no sequence of what happens at one time comes to, and shrinks them.
import fc from 'fast-check';
import { processUnderTest } from '../../dist/src/interfaces/cli/systems/process-under-test.js';
import { canonicalJson } from '../../dist/src/proof/conformance/compare-traces.js';
import { scriptKindNamed } from '../../dist/src/proof/conformance/script-kinds.js';
import { shrinkScript } from '../../dist/src/proof/conformance/shrink-script.js';
import { outcomesOfOrders } from '../../dist/src/proof/orders/outcomes-of-orders.js';
import { scriptAtOnce } from '../../dist/src/proof/orders/script-at-once.js';
import { root } from '../run.mjs';
import { anotherSeed, scriptOptions } from '../script-options.mjs';
import { buildOracle } from './oracle-build.mjs';
import { oraclesAsked } from './oracle-releases.mjs';
import { readOrderScripts, writeOrderScript } from './order-scripts.mjs';

/** What has points: the image manager of the newest releases. */
const kindsWithPoints = ['imagemanager', 'imagemanager-credentials'];
const releasesWithPoints = ['v1.37', 'v1.36'];

const { values } = scriptOptions(
  {
    options: {
      release: { type: 'string', multiple: true, default: releasesWithPoints },
      kind: { type: 'string', multiple: true, default: kindsWithPoints },
      orders: { type: 'string', default: '60' },
      write: { type: 'boolean', default: false },
      runs: { type: 'string' },
      seed: { type: 'string', default: anotherSeed() },
    },
  },
  ['orders', 'runs', 'seed'],
);
const orders = Number(values.orders);
const recorded = readOrderScripts();
let different = 0;
for (const oracle of oraclesAsked(values)) {
  const name = `${oracle.version} ${oracle.kind}`;
  const command = `'${buildOracle(oracle, { hasPoints: true })}'`;
  const system = processUnderTest({ command, name, cwd: root, env: process.env });
  if (values.runs === undefined) await playRecorded(oracle, system);
  else await search(oracle, system, Number(values.runs));
  await system.close();
}
process.exitCode = different > 0 && !values.write ? 5 : 0;

/** Plays the recorded scripts of a kind; writes what came out, or says where it is not what is recorded. */
async function playRecorded({ version, kind }, system) {
  for (const one of recorded.filter(({ script }) => script.kind === kind)) {
    const outcomes = await outcomesOfOrders(one.script, system, orders);
    const before = one.recorded.find((line) => line.version === version);
    const isSame = before !== undefined && canonicalJson(seen(before)) === canonicalJson(seen(outcomes));
    console.log(`${version} ${one.name}: ${summary(outcomes)}${isSame ? '' : '; not what is recorded'}`);
    if (isSame) continue;
    different += 1;
    one.recorded = [...one.recorded.filter((line) => line !== before), { version, ...outcomes }];
    if (values.write) writeOrderScript(one);
  }
}

/** What came out, without how often: that hangs on the Go with which it was compiled. */
function seen({ inTurn, odd }) {
  const texts = (counts) => counts.map(({ outcome }) => canonicalJson(outcome)).sort();
  return { inTurn: texts(inTurn), odd: texts(odd) };
}

function summary({ inTurn, odd, orders: played, choices }) {
  const odds = odd.reduce((sum, one) => sum + one.orders, 0);
  return `${inTurn.length} outcomes in turn, ${odd.length} odd ones (in ${odds} orders); ${played} orders, ${choices} choices`;
}

async function search({ version, kind: kindName }, system, runs) {
  const kind = scriptKindNamed(kindName);
  const seed = Number(values.seed);
  const scripts = fc.sample(kind.random(), { seed, numRuns: runs }).map((script) => scriptAtOnce(script));
  const sum = { orders: 0, choices: 0, odd: 0 };
  const shown = new Set();
  for (const script of scripts) {
    const outcomes = await outcomesOfOrders(script, system, orders);
    sum.orders += outcomes.orders;
    sum.choices += outcomes.choices;
    if (outcomes.odd.length === 0) continue;
    sum.odd += 1;
    const sign = signOf(outcomes);
    if (shown.has(sign)) continue;
    shown.add(sign);
    const isAlike = async (simpler) => {
      const { odd, inTurn } = await outcomesOfOrders(simpler, system, orders);
      return odd.length > 0 && signOf({ odd, inTurn }) === sign;
    };
    const { script: smallest } = await shrinkScript(script, kind, isAlike);
    console.log(`${version} ${kindName}: ${sign}\n  ${JSON.stringify(smallest)}`);
  }
  console.log(
    `${version} ${kindName}: ${runs} scripts of seed ${seed}, ${sum.orders} orders with ${sum.choices} choices; ${sum.odd} scripts come to something odd`,
  );
}

/** Which results the first odd outcome has that the most frequent usual one has not. */
function signOf({ inTurn, odd }) {
  const errors = ({ outcome }) =>
    outcome.flatMap(({ type, error }) => (type === 'records' ? [] : [`${type} ${error}`]));
  const usual = errors(inTurn[0]);
  const other = errors(odd[0]).filter((error) => {
    const place = usual.indexOf(error);
    if (place >= 0) usual.splice(place, 1);
    return place < 0;
  });
  return other.length === 0
    ? 'other times or records'
    : `${other.sort().join(', ')} for ${usual.sort().join(', ')}`;
}
