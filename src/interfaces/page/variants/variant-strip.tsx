import '../style/variants.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { comparedFigures } from '../../../reports/comparison/comparison.ts';
import { answerRestsMs } from '../answer/remedies.tsx';
import type { RunInput, Variant } from '../machines/page-protocol.ts';
import { variantsMax } from '../machines/variants.ts';
import type { RunSide, UiEvent } from '../ui-protocol.ts';
import { useAnswer } from '../use-answer.ts';
import { isAnotherDraw } from '../what-if/changed-settings.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { RunSilhouette } from './run-silhouette.tsx';
import { changeWords, variantName } from './variant-name.ts';
import { VariantTitle } from './variant-title.tsx';

interface VariantStripProps {
  readonly client: RunClient;
  readonly before: RunContents;
  /** What the run as loaded was made of. */
  readonly loaded: RunInput;
  readonly variants: readonly Variant[];
  readonly edited: number | undefined;
  readonly side: RunSide;
  /** The later end of all runs, so that their pictures have one axis. */
  readonly endMs: number;
  readonly send: (event: UiEvent) => void;
  /** A change is wanted: the settings are to be in sight. */
  readonly onChange: () => void;
  /** The files are wanted in an editor. */
  readonly onEdit: () => void;
}

/** The run as loaded and its variants side by side: what each comes to, also with other seeds. */
export function VariantStrip(props: VariantStripProps) {
  const { client, before, variants, edited, side, endMs, send, onChange, onEdit } = props;
  const hasRoom = variants.length < variantsMax;
  return (
    <section class={`variants${variants.length === 0 ? ' variants-alone' : ''}`} aria-label="Variants">
      <h2 class="variants-title">Variants</h2>
      <ul>
        <li>
          <RunCard
            client={client}
            run={before}
            name="as it is"
            isShown={side === 'before'}
            endMs={endMs}
            onShow={() => send({ type: 'SIDE.CHOSEN', side: 'before' })}
          />
        </li>
        {variants.map((variant) => (
          <VariantItem
            key={variant.number}
            {...props}
            variant={variant}
            isShown={side === 'after' && variant.number === edited}
          />
        ))}
        <li class="variants-ways">
          <button
            type="button"
            class="variants-add"
            disabled={!hasRoom}
            title={
              hasRoom
                ? 'Other settings, releases and faults: the run is made anew with them'
                : `${variantsMax} variants are there: remove one first`
            }
            onClick={() => {
              send({ type: 'VARIANT.BEGUN' });
              onChange();
            }}
          >
            + change something
          </button>
          <button
            type="button"
            class="variants-add"
            title="The files in an editor: what is edited runs as a variant"
            onClick={onEdit}
          >
            Edit the YAML
          </button>
        </li>
      </ul>
    </section>
  );
}

type VariantItemProps = Pick<VariantStripProps, 'client' | 'before' | 'loaded' | 'endMs' | 'send'> & {
  readonly variant: Variant;
  readonly isShown: boolean;
};

/** One variant, which can be shown, renamed in its place, and removed. */
function VariantItem({ client, before, loaded, endMs, send, variant, isShown }: VariantItemProps) {
  const { number, settings, run } = variant;
  const [isNamed, setNamed] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const name = variantName(loaded, variant);
  const isNews = useRef(false);
  useEffect(() => {
    // The focus comes back from the field to the button that opened it.
    if (!isNamed && isNews.current) item.current?.querySelector<HTMLElement>('.variants-rename')?.focus();
    isNews.current = isNamed;
  }, [isNamed]);
  return (
    <li ref={item}>
      <RunCard
        client={client}
        run={run}
        name={name}
        than={{ before, isAnotherDraw: isAnotherDraw(loaded.settings, settings) }}
        isShown={isShown}
        endMs={endMs}
        onShow={() => send({ type: 'VARIANT.CHOSEN', number })}
      />
      {isNamed ? (
        <VariantTitle
          name={name}
          words={changeWords(loaded, variant)}
          onName={(to) => {
            setNamed(false);
            // The words that it has by itself stay no name: they follow what is changed next.
            if (to !== undefined)
              send({
                type: 'VARIANT.NAMED',
                number,
                name: to === changeWords(loaded, variant) ? undefined : to,
              });
          }}
        />
      ) : (
        <button
          type="button"
          class="variants-rename"
          aria-label={`Rename the variant ${name}`}
          title="Rename this variant"
          onClick={() => setNamed(true)}
        >
          ✎
        </button>
      )}
      <button
        type="button"
        class="variants-remove"
        aria-label={`Remove the variant ${name}`}
        title="Remove this variant"
        onClick={() => send({ type: 'VARIANT.REMOVED', number })}
      >
        ✕
      </button>
    </li>
  );
}

interface RunCardProps {
  readonly client: RunClient;
  readonly run: RunContents;
  readonly name: string;
  /** The run that it is compared with; absent for that run itself. */
  readonly than?: { readonly before: RunContents; readonly isAnotherDraw: boolean };
  readonly isShown: boolean;
  readonly endMs: number;
  readonly onShow: () => void;
}

/** One run: when all of its pods run, with other seeds, and how much sooner or later than as loaded. */
function RunCard({ client, run, name, than, isShown, endMs, onShow }: RunCardProps) {
  const seeds = useAnswer(() => client.seeds(run.run), [client, run.run], answerRestsMs);
  const { summary } = run.view;
  const [figure] = comparedFigures((than?.before ?? run).view.summary, summary, than?.isAnotherDraw);
  const { notRunning, rejected, total } = summary.pods;
  const isWhole = notRunning + rejected === 0;
  return (
    <button
      type="button"
      class="variants-card"
      aria-pressed={isShown}
      title={`${name}: show this run`}
      onClick={onShow}
    >
      <span class="variants-name">{name}</span>
      <span class="variants-figures">
        <b>{isWhole ? figure?.after : `${total - notRunning - rejected} of ${total} run`}</b>{' '}
        <span>{seeds.state === 'here' ? seeds.value?.sentence : ''}</span>{' '}
        {than !== undefined && figure !== undefined && figure.change !== '' && (
          <b class={`variants-${figure.verdict}`}>{figure.change}</b>
        )}
      </span>
      <RunSilhouette view={run.view} endMs={endMs} />
    </button>
  );
}
