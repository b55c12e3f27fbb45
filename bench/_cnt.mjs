import fs from 'node:fs';
let src=fs.readFileSync('bench/bench.mjs','utf8'); 
const { readInput } = await import('../dist/src/input/read-input.js'); const { simulate } = await import('../dist/src/simulation/simulate.js');
const m=src.match(/function workload[\s\S]*?\n}\n/)[0]; const workload=new Function('readInput',m+';return workload')(readInput);
simulate(workload(4,30),{keepRecords:false});
console.log(Object.fromEntries(Object.entries(globalThis.__c).map(([k,v])=>[k,(v/120).toFixed(1)])));
const a=Object.entries(globalThis.__a).sort((x,y)=>y[1]-x[1]); console.log('actions/pod',(a.reduce((s,x)=>s+x[1],0)/120).toFixed(0)); console.log(a.slice(0,60).map(([k,v])=>(v/120).toFixed(1)+' '+k).join('\n'));
