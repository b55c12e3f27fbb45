// A plugin of StrykerJS: the literal given to createMachine is judged by transition coverage, not by mutants, and so
// are the types of setup. What stays are the bodies of guards, actions and delays, and the functions above the machine.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'machine-literals', { shouldIgnore })];

/**
 * Why Stryker leaves a node and all inside it alone; undefined where it does not.
 *
 * @param {import('@stryker-mutator/api/ignore').NodePath} path
 * @returns {string | undefined}
 */
function shouldIgnore(path) {
  const { node, parent } = path;
  if (isCreateMachine(parent) && parent.arguments.includes(node)) return 'the literal of a machine is judged by transition coverage';
  if (node.type === 'ObjectProperty' && node.key.name === 'types' && isSetup(path.parentPath?.parent)) return 'only types';
  return undefined;
}

function isCreateMachine(node) {
  return node?.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.property.name === 'createMachine';
}

function isSetup(node) {
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'setup';
}
