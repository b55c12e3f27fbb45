#!/usr/bin/env node
import { runCli } from './run-cli.ts';
import { runProgram } from './run-program.ts';

await runProgram(runCli);
