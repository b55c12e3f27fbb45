// Runs the real kubelet's image manager in other orders of its goroutines (docs/guides/oracle.md):
// `npm run oracle:orders [-- --release v1.37] [--kind imagemanager] [--orders 60] [--write]` plays the scripts of
// test/proof/orders/ and compares with what is recorded there. With `--runs 500 --seed 1` it looks for random scripts
// that come to something which no sequence of what happens at one time comes to, and shrinks them; with `--named` for
// such checked-in scripts of the kind.
import fc from 'fast-check';
import { processUnderTest } from '../../dist/src/interfaces/cli/systems/process-under-test.js';
import { canonicalJson } from '../../dist/src/proof/conformance/compare-traces.js';
import { scriptKindNamed } from '../../dist/src/proof/conformance/script-kinds.js';
import { shrinkScript } from '../../dist/src/proof/conformance/shrink-script.js';
import { outcomesInTurn, outcomesOfOrders } from '../../dist/src/proof/orders/outcomes-of-orders.js';
import { hasPullsOutOfOrder } from '../../dist/src/proof/orders/pulls-out-of-order.js';
import { scriptAtOnce } from '../../dist/src/proof/orders/script-at-once.js';
import { simulatedInTurn } from '../../dist/src/proof/orders/simulated-in-turn.js';
import { linesOf } from '../conformance-data.mjs';
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
      named: { type: 'boolean', default: false },
      seed: { type: 'string', default: anotherSeed() },
    },
  },
  ['orders', 'runs', 'seed'],
);
const orders = Number(values.orders);
/** How late goroutines may be in scripts whose calls come 0.1 ms after each other. */
const lateMs = 1;
/** Lateness has more outcomes: so many times as many orders are played. */
const lateOrders = 5 * orders;
let different = 0;
for (const oracle of oraclesAsked(values)) {
  const name = `${oracle.version} ${oracle.kind}`;
  const command = `'${buildOracle(oracle, { hasPoints: true })}'`;
  const system = processUnderTest({ command, name, cwd: root, env: process.env });
  if (values.runs === undefined && !values.named) {
    await playRecorded(oracle, system);
    await playLate(oracle, system);
  } else await search(oracle, system);
  await system.close();
}
process.exitCode = different > 0 && !values.write ? 5 : 0;

/** Plays the recorded scripts of a kind; writes what came out, or says where it is not what is recorded. */
async function playRecorded({ version, kind }, system) {
  for (const one of readOrderScripts('recorded').filter(({ script }) => script.kind === kind)) {
    const outcomes = await outcomesOfOrders(one.script, system, orders);
    const isSame = (before) => canonicalJson(seen(before)) === canonicalJson(seen(outcomes));
    keep(one, { version, ...outcomes }, isSame, summary(outcomes));
  }
}

/** Plays the scripts in which goroutines are late, and counts the orders whose pulls are out of order. */
async function playLate({ version, kind }, system) {
  for (const one of readOrderScripts('late').filter(({ script }) => script.kind === kind)) {
    const seeds = Array.from({ length: lateOrders }, (_, seed) => seed);
    const traces = await Promise.all(
      seeds.map((seed) => system.run({ ...one.script, order: { seed, lateMs } })),
    );
    const outOfOrder = traces.filter((trace) => hasPullsOutOfOrder(trace)).length;
    const isSame = (before) => before.outOfOrder > 0 === outOfOrder > 0;
    const text = `pulls are out of order in ${outOfOrder} of ${lateOrders} orders`;
    keep(one, { version, lateMs, orders: lateOrders, outOfOrder }, isSame, text);
  }
}

/** Says what came out; where it is not what is recorded, it is written with `--write`. */
function keep(one, line, isSame, text) {
  const before = one.recorded.find(({ version }) => version === line.version);
  const isKnown = before !== undefined && isSame(before);
  console.log(`${line.version} ${one.name}: ${text}${isKnown ? '' : '; not what is recorded'}`);
  if (isKnown) return;
  different += 1;
  one.recorded = [...one.recorded.filter((other) => other !== before), line];
  if (values.write) writeOrderScript(one);
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

/** Looks for odd outcomes of scripts: of the checked-in ones with `--named`, of random ones otherwise, which are shrunk. */
async function search({ version, kind: kindName, data }, system) {
  const kind = scriptKindNamed(kindName);
  const isNamed = values.runs === undefined;
  const seed = Number(values.seed);
  const scripts = isNamed
    ? linesOf(data)
    : fc.sample(kind.random(), { seed, numRuns: Number(values.runs) }).map((script) => scriptAtOnce(script));
  const simulated = simulatedInTurn(kind.runnerOf(version));
  const sum = { orders: 0, choices: 0, several: 0, odd: 0, unlike: 0 };
  const shown = new Set();
  for (const script of scripts) {
    const outcomes = await outcomesOfOrders(script, system, orders);
    sum.orders += outcomes.orders;
    sum.choices += outcomes.choices;
    if (outcomes.inTurn.length > 1) sum.several += 1;
    if (!(await isSimulated(script, outcomes, simulated))) {
      sum.unlike += 1;
      console.log(`${version} ${kindName}: the simulator comes to less\n  ${JSON.stringify(script)}`);
    }
    if (outcomes.odd.length === 0) continue;
    sum.odd += 1;
    const sign = signOf(outcomes);
    if (isNamed) console.log(`${version} ${kindName} ${script.name}: ${sign}`);
    if (isNamed || shown.has(sign)) continue;
    shown.add(sign);
    const isAlike = async (simpler) => {
      const { odd, inTurn } = await outcomesOfOrders(simpler, system, orders);
      return odd.length > 0 && signOf({ odd, inTurn }) === sign;
    };
    const { script: smallest } = await shrinkScript(script, kind, isAlike);
    console.log(`${version} ${kindName}: ${sign}\n  ${JSON.stringify(smallest)}`);
  }
  console.log(
    `${version} ${kindName}: ${scripts.length} ${isNamed ? 'named scripts' : `scripts of seed ${seed}`}, ${sum.orders} orders with ${sum.choices} choices; ${sum.several} come to several things in turn, ${sum.unlike} of them to what the simulator does not; ${sum.odd} to something odd`,
  );
  different += sum.unlike;
}

/** Whether the simulator, in enough sequences, comes to all that the real code comes to in turn. */
async function isSimulated(script, { inTurn }, simulated) {
  const missing = async (sequences) => {
    const found = await outcomesInTurn(script, simulated, sequences);
    const texts = new Set(found.map(({ outcome }) => canonicalJson(outcome)));
    return inTurn.filter(({ outcome }) => !texts.has(canonicalJson(outcome))).length;
  };
  return (await missing(orders)) === 0 || (await missing(50 * orders)) === 0;
}

/** What the first odd outcome has that the most frequent usual one has not: results, or records at the end. */
function signOf({ inTurn, odd }) {
  const usual = resultsOf(inTurn[0]);
  const other = resultsOf(odd[0]).filter((result) => {
    const place = usual.indexOf(result);
    if (place >= 0) usual.splice(place, 1);
    return place < 0;
  });
  const records = [recordsOf(odd[0]), recordsOf(inTurn[0])];
  const texts = [
    ...(other.length === 0 ? [] : [`${other.sort().join(', ')} for ${usual.sort().join(', ')}`]),
    ...(records[0] === records[1] ? [] : [`${records[0]} for ${records[1]}`]),
  ];
  return texts.length === 0 ? 'other times, or other contents of records' : texts.join('; ');
}

function resultsOf({ outcome }) {
  return outcome.filter(({ type }) => type !== 'records').map(({ type, error }) => `${type} ${error}`);
}

function recordsOf({ outcome }) {
  const { pulling = {}, pulled = {} } = outcome.findLast(({ type }) => type === 'records') ?? {};
  return `${Object.keys(pulling).length} intents and ${Object.keys(pulled).length} records`;
}
