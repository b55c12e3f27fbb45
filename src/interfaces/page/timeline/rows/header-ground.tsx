/** What a header lies on: above the bars, and below the playhead, which passes between it and the header's words. */
export function HeaderGround({ heightPx }: { readonly heightPx: number }) {
  return (
    <div
      class="timeline-node-ground"
      aria-hidden="true"
      style={{ height: `${heightPx}px`, marginBottom: `${-heightPx}px` }}
    />
  );
}
