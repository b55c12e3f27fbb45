#!/usr/bin/env node
import { runProgram } from '../run-program.ts';
import { completePlugin } from './complete-plugin.ts';

await runProgram(completePlugin);
