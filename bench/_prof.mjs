import fs from 'node:fs';
let src=fs.readFileSync('bench/bench.mjs','utf8'); 
const { readInput } = await import('../dist/src/input/read-input.js'); const { simulate } = await import('../dist/src/simulation/simulate.js');
const m=src.match(/function workload[\s\S]*?\n}\n/)[0]; const workload=new Function('readInput',m+';return workload')(readInput);
const input=workload(Number(process.argv[2]??4),30);
for(let i=0;i<Number(process.argv[3]??15);i++) simulate(input,{keepRecords:false});
