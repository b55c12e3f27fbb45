#!/usr/bin/env node
import { runProgram } from '../run-program.ts';
import { runPlugin } from './run-plugin.ts';

await runProgram(runPlugin);
