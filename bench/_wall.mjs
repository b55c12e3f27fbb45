import fs from 'node:fs';
let src=fs.readFileSync('bench/bench.mjs','utf8'); 
const { readInput } = await import('../dist/src/input/read-input.js'); const { simulate } = await import('../dist/src/simulation/simulate.js');
const m=src.match(/function workload[\s\S]*?\n}\n/)[0]; const workload=new Function('readInput',m+';return workload')(readInput);
const input=workload(4,30);
for(let i=0;i<14;i++){ const u=process.cpuUsage(), w=performance.now(); simulate(input,{keepRecords:false}); const v=process.cpuUsage(u); console.log('wall',(performance.now()-w).toFixed(0),'cpu',((v.user+v.system)/1000).toFixed(0)); }
