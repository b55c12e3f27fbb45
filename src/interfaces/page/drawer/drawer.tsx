// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
import '../style/drawer.css';
import type { ComponentChildren } from 'preact';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { Tabs, tabIdOf } from '../shell/tabs.tsx';
import type { DrawerSize, DrawerTab } from '../ui-protocol.ts';

interface DrawerProps {
  readonly tab: DrawerTab;
  /** What it is about, and a line about that. */
  readonly name: string;
  readonly about: string;
  /** Whether settings have a place of their own, and nothing is to be closed. */
  readonly isPhone: boolean;
  readonly onTab: (tab: DrawerTab) => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** What can be asked about it. */
  readonly foot?: ComponentChildren;
  /** Whether it has the place of the timeline too. */
  readonly isLarge: boolean;
  readonly onSize: (size: DrawerSize) => void;
  /** The controls of the playback, where those of the timeline are out of sight. */
  readonly playback?: ComponentChildren;
}

const tabs: readonly (readonly [DrawerTab, string])[] = [
  ['why', 'Why'],
  ['events', 'Events'],
  ['chart', 'Chart'],
  ['sequence', 'Sequence'],
  ['context', 'Context'],
  ['ask', 'Ask'],
  ['change', 'Change'],
];

/** The titles of what is not about what is selected. */
const titles: { readonly [Tab in DrawerTab]?: string } = {
  ask: 'Ask over many runs',
  change: 'Change something',
};

const panelId = 'drawer-part';

/** Returns the tab about what is selected: the settings are about none. */
export function tabOfDetails(tab: DrawerTab): DrawerTab {
  return tab === 'change' ? 'why' : tab;
}

/** What is selected, looked at in one of several ways, a question over many runs, and the settings of the run. */
export function Drawer(props: DrawerProps) {
  const { tab, name, about, isPhone, isLarge, onTab, onSize, onClose, children, foot, playback } = props;
  return (
    <aside class="drawer" aria-label="Details">
      <header class="drawer-head">
        <h2>{titles[tab] ?? visibleText(name)}</h2>
        <span>{titles[tab] === undefined ? visibleText(about) : ''}</span>
        {playback}
        {!isPhone && (
          <span class="drawer-buttons">
            <button
              type="button"
              aria-pressed={isLarge}
              aria-label="Large details"
              title="Large, or beside the timeline (l)"
              onClick={() => onSize(isLarge ? 'beside' : 'large')}
            >
              <span aria-hidden="true">{isLarge ? '⤡' : '⤢'}</span>
            </button>
            <button type="button" onClick={onClose} aria-label="Close the details">
              ✕
            </button>
          </span>
        )}
      </header>
      <Tabs
        label="Details"
        tabs={isPhone ? tabs.filter(([other]) => other !== 'change') : tabs}
        chosen={tab}
        panelId={panelId}
        onChosen={onTab}
      />
      {/* An element that scrolls must be reachable by keyboard. */}
      <div
        class={`drawer-part drawer-${tab}`}
        id={panelId}
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={tabIdOf(panelId, tab)}
      >
        {children}
      </div>
      {foot}
    </aside>
  );
}
