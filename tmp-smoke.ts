const t0=performance.now(); const say=(...a:unknown[])=>console.log(((performance.now()-t0)/1000).toFixed(1),...a);
const { startPostgres } = await import('./tests/harness/postgres.ts');
const { startWholeBackend } = await import('./tests/harness/backend.ts');
const { readEnvelope, readMark, writeMessage } = await import('./contract/stanzas/message.ts');
const pgs = await startPostgres(); say('postgres');
const b = await startWholeBackend(pgs.url, { hosts: true }); say('backend rss MB', Math.round(process.memoryUsage().rss/1e6));
const count = async () => (await b.pool.query('select count(distinct uid)::int n from online_stream')).rows[0].n;
for (let i=0;i<60;i++){ const n=await count(); if(n===20){say('online',n);break;} await new Promise(r=>setTimeout(r,500)); }
say('rss MB', Math.round(process.memoryUsage().rss/1e6));
const u = await b.logIn(100001); const c = await b.connect(u); say('connected');
const m = writeMessage({ id:'who', to:'u_9002@localhost', thread:'t', os:'web', pkgName:'test', nick:'', textAction:'', payload:{kind:'text', body:'Wer bist du eigentlich?'} } as any); m.attrs.xmlns='jabber:client'; c.send(m);
let n=0; const end=Date.now()+20000; while (Date.now()<end) { while(c.frames.length>n){ say(String(c.frames[n++]).slice(0,600)); } await new Promise(r=>setTimeout(r,50)); if (c.frames.some(f=>readEnvelope(f)?.body)) break; }
const cpu0=process.cpuUsage(); const w0=performance.now(); await new Promise(r=>setTimeout(r,20000)); const d=process.cpuUsage(cpu0); say('idle cpu % of one core', ((d.user+d.system)/1e3/(performance.now()-w0)*100).toFixed(2));
await b.close(); say('closed'); await pgs.stop(); say('done'); process.exit(0);
