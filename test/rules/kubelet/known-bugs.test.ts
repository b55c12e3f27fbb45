import { describe, expect, it } from 'vitest';
import { hasBug, knownBugs, releaseBugs } from '../../../src/rules/kubelet/known-bugs.ts';
import { isReleaseAtLeast } from '../../../src/rules/kubelet/kubelet-release.ts';

const ids = (release: string) => releaseBugs(release).map(({ id }) => id);

describe('a release has the bugs of its time', () => {
  it('striped locks came with the pull manager (kubernetes#138935)', () => {
    expect(ids('1.32')).not.toContain('striped-locks');
    expect(ids('1.33')).toContain('striped-locks');
    expect(ids('1.36')).toContain('striped-locks');
  });

  it('the minimum age was lost at a restart up to 1.27 (kubernetes#119711)', () => {
    expect(ids('1.14')).toContain('gc-minimum-age-lost');
    expect(ids('1.27')).toContain('gc-minimum-age-lost');
    expect(ids('1.30')).not.toContain('gc-minimum-age-lost');
  });

  it('back-off that should pass fails a sync up to 1.32, and slows pulls from 1.35 on (kubernetes#123602, #133066)', () => {
    const retries = ['1.31', '1.34', '1.35'].map((release) =>
      releaseBugs(release).filter(({ area }) => area === 'retry'),
    );
    expect(retries.map((bugs) => bugs.map(({ id }) => id))).toEqual([
      ['back-off-is-an-error', 'deleted-pod-still-pulls'],
      ['deleted-pod-still-pulls'],
      ['crash-loop-slows-pulls', 'deleted-pod-still-pulls'],
    ]);
  });

  // pod_startup_latency_tracker.go of v1.34.4, v1.35.4 and v1.36.3
  it('the startup SLI was never ended up to 1.34, is right about failed pulls in 1.35, and leaves sessions open in 1.36', () => {
    const startup = ['1.34', '1.35', '1.36'].map((release) =>
      releaseBugs(release).filter(({ area }) => area === 'startup SLI'),
    );
    expect(startup.map((bugs) => bugs.map(({ id }) => id))).toEqual([
      ['startup-of-minus-292-years'],
      [],
      ['pull-session-left-open', 'startup-leaves-out-one-init-container'],
    ]);
  });

  it('no bug is claimed of releases that were not examined', () => {
    expect(ids('1.39')).toEqual([]);
    expect(ids('1.13')).toEqual([]);
  });
});

it('every bug has an id of its own, releases in order, and a source with a file or an issue', () => {
  expect(new Set(knownBugs.map(({ id }) => id)).size).toBe(knownBugs.length);
  for (const bug of knownBugs) {
    expect(bug.id).toMatch(/^[a-z][a-z0-9-]*[a-z]$/);
    expect(isReleaseAtLeast(bug.until, bug.since)).toBe(true);
    expect(hasBug(bug.until, bug)).toBe(true);
    expect(bug.source).toMatch(/\.go \(v\d|kubernetes#\d/);
    // Said in the middle of other sentences.
    expect(bug.effect).not.toMatch(/\.$/);
  }
});
