import { createActor, createMachine, assign, setup } from 'xstate';
const cpu=()=>{const u=process.cpuUsage(); return (u.user+u.system)/1e6};
const t=createMachine({initial:'a',states:{a:{on:{T:'b'}},b:{on:{T:'a'}}}});
const a=createActor(t).start(); for(let i=0;i<50000;i++)a.send({type:'T'}); let s=cpu(); for(let i=0;i<500000;i++)a.send({type:'T'}); console.log('toggle/s',(500000/(cpu()-s)/1000).toFixed(0)+'k');
const m=setup({types:{},actions:{inc:assign({n:({context})=>context.n+1})}}).createMachine({context:{n:0},on:{T:{actions:'inc'}}});
const b=createActor(m).start(); for(let i=0;i<50000;i++)b.send({type:'T'}); s=cpu(); for(let i=0;i<500000;i++)b.send({type:'T'}); console.log('assign/s',(500000/(cpu()-s)/1000).toFixed(0)+'k');
s=cpu(); for(let i=0;i<50000;i++){const x=createActor(t).start(); x.stop()} console.log('create/s',(50000/(cpu()-s)/1000).toFixed(0)+'k');
const big=Object.fromEntries(Array.from({length:28},(_,i)=>['k'+i,i])); const mb=setup({actions:{inc:assign({k1:({context})=>context.k1+1})}}).createMachine({context:big,on:{T:{actions:'inc'}}}); const c=createActor(mb).start(); for(let i=0;i<50000;i++)c.send({type:'T'}); s=cpu(); for(let i=0;i<300000;i++)c.send({type:'T'}); console.log('assign big ctx/s',(300000/(cpu()-s)/1000).toFixed(0)+'k');
let q=[];const clock={setTimeout:(f)=>{q.push(f);return q.length},clearTimeout(){}}; const md=setup({delays:{d:10}}).createMachine({initial:'a',states:{a:{after:{d:'b'}},b:{after:{d:'a'}}}}); const d=createActor(md,{clock}).start(); s=cpu(); for(let i=0;i<200000;i++){const f=q; q=[]; for(const g of f) g();} console.log('after/s',(200000/(cpu()-s)/1000).toFixed(0)+'k');
