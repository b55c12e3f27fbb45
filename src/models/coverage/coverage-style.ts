/** The look of the coverage page, by day and by night; red and green also differ in words, never in colour alone. */
export const coverageStyle = `
:root { color-scheme: light dark; --text: #1f2328; --ground: #ffffff; --line: #d1d9e0; --soft: #59636e;
  --good: #1a7f37; --bad: #cf222e; --bad-ground: #ffebe9; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --ground: #0d1117; --line: #3d444d; --soft: #9198a1; --good: #3fb950; --bad: #ff7b72; --bad-ground: #3c1618; }
}
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; color: var(--text); background: var(--ground); font: 15px/1.5 system-ui, sans-serif; }
a { color: inherit; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; }
td, th { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--soft); }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.8rem; border: 1px solid var(--line); border-radius: 6px; }
small { color: var(--soft); }
summary { cursor: pointer; margin: 0.6rem 0; }
.covered { color: var(--good); white-space: nowrap; }
.missing { color: var(--bad); background: var(--bad-ground); white-space: nowrap; }
.listed { color: var(--soft); white-space: nowrap; }
`;
