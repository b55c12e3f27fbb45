/** What a row of the band is about; each has a colour and a pattern of its own. */
export const bandLooks = [
  'faults',
  'conditions',
  'gc',
  'slots',
  'tokens',
  'link',
  'registry',
  'disk',
  'images',
  'backOffs',
] as const;

export type BandLook = (typeof bandLooks)[number];
