import { join } from 'node:path';
import { root } from '../run.mjs';

// These stay packages of their own, which npm installs beside ours: users of the machines have XState
// themselves, tinypool and open start programs that stand beside them, and the others are large and seldom
// loaded. package.json names them, and zod for its types; bullmq and ioredis, and those of gRPC, are there only
// for who installs them.
const apart = [
  'xstate',
  'xstate/graph',
  'tinypool',
  'open',
  'fast-check',
  'prom-client',
  'tinyglobby',
  'commander',
  'hyparquet-writer',
  'bullmq',
  'ioredis',
  '@grpc/grpc-js',
  '@grpc/proto-loader',
];

/**
 * Returns how Vite bundles entries for Node into a folder, with the code of all packages but those that stay
 * apart.
 */
export function bundledForNode({ folder, minify, input, output }) {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // The build of yaml in modules, of which only what is used is packed; its other one is a tree of
    // functions that all run at the start.
    resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/dist/index.js') } },
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      minify,
      license: { fileName: 'licenses.md' },
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', ...output },
        checks: { pluginTimings: false },
      },
    },
  };
}
