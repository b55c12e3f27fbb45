import type { WithoutSecrets } from '../../../inputs/documents/without-secrets.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { formatAddress } from '../address/page-address.ts';
import { packVariants, sharedVariantPart } from '../address/variant-part.ts';
import type { RunInput, Variant } from '../machines/page-protocol.ts';
import { useAnswer } from '../use-answer.ts';
import { variantName } from '../variants/variant-name.ts';
import type { RunClient } from '../worker/run-client.ts';
import { CopyButton } from './copy-button.tsx';
import { isOwnMachine, linkAddress, linkFragment, linkLengthMax, linkLengthSafe } from './run-link.ts';
import { saveSource, saveText } from './save-text.ts';
import { sharedRunJson } from './shared-run.ts';
import '../style/share.css';

interface ShareWaysProps {
  readonly client: RunClient;
  /** The number of the shown run, whose worker has the inputs. */
  readonly run: number;
  /** The run as loaded and its variants, which a link has with their names. */
  readonly loaded: RunInput & { readonly run: number };
  readonly variants: readonly Variant[];
  /** Which variant is shown, 1 for the first; undefined for the run as loaded. */
  readonly shown: number | undefined;
  readonly settings: RunRequest;
}

interface Prepared extends WithoutSecrets {
  readonly fragment: string;
}

/** Makes a link or a file that opens the same run elsewhere. Secrets are left out. */
export function ShareWays({ client, run, settings, loaded, variants, shown }: ShareWaysProps) {
  const prepare = async (): Promise<Prepared> => {
    const { sources, leftOut }: WithoutSecrets = JSON.parse(await client.export(run, 'inputs'));
    const base: WithoutSecrets =
      loaded.run === run ? { sources, leftOut } : JSON.parse(await client.export(loaded.run, 'inputs'));
    await packVariants(variants, loaded, client);
    const link = await linkFragment({ sources: base.sources, settings: loaded.settings });
    const view = formatAddress({ variants: variants.map(sharedVariantPart), shown });
    return { sources, leftOut, fragment: link + view.replace('#', '&') };
  };
  const prepared = useAnswer(prepare, [client, run, settings, loaded.run, variants, shown]);
  if (prepared.state === 'waiting') return <p role="status">Packing …</p>;
  if (prepared.state === 'failed') return <p role="alert">This link could not be made: {prepared.message}</p>;
  const { sources, leftOut } = prepared.value;
  return (
    <div class="share-ways">
      {sources.length === 0 ? (
        <p>All of the input may be secret: there is nothing to share.</p>
      ) : (
        <Ways
          prepared={prepared.value}
          settings={settings}
          names={variants.map((variant) => variantName(loaded, variant))}
        />
      )}
      {leftOut.length > 0 && (
        <div class="share-left-out">
          <p>
            <b>Secrets stay here.</b> Left out or replaced by other names:
          </p>
          <ul>
            {leftOut.slice(0, 8).map((words) => (
              <li key={words}>{visibleText(words)}</li>
            ))}
            {leftOut.length > 8 && <li>and {leftOut.length - 8} more</li>}
          </ul>
        </div>
      )}
    </div>
  );
}

function Ways({
  prepared: { sources, fragment },
  settings,
  names,
}: {
  readonly prepared: Prepared;
  readonly settings: RunRequest;
  /** What the variants are called. */
  readonly names: readonly string[];
}) {
  const link = linkAddress(location, fragment);
  const [only] = sources;
  return (
    <>
      {link.length > linkLengthMax ? (
        <p class="share-too-long">
          A link would have {link.length} characters; above {linkLengthMax} programs cut them. Save a file
          instead.
        </p>
      ) : (
        <>
          <p>
            <CopyButton label="Copy link" text={() => link} /> <small>{link.length} characters</small>
          </p>
          {names.length > 0 && <p>With the variants {names.join('; ')}.</p>}
          {isOwnMachine(location) && (
            <p>This page is on your own machine: others paste the link (Ctrl+V) onto their Windlass page.</p>
          )}
          {link.length > linkLengthSafe && (
            <p>Some chat and mail programs cut links that long; a file always arrives whole.</p>
          )}
        </>
      )}
      <p>
        <button
          type="button"
          onClick={() =>
            saveText('run.windlass.json', sharedRunJson({ sources, settings }, 2), 'application/json')
          }
        >
          Save file
        </button>{' '}
        <small>inputs and settings of the shown run; drop it onto the page to open it</small>
      </p>
      {only !== undefined && sources.length === 1 && (
        <p>
          <button
            type="button"
            onClick={() => saveSource(fileName(only.name), only.text, 'application/yaml')}
          >
            Save YAML
          </button>{' '}
          <small>the input alone, without settings</small>
        </p>
      )}
      <p>
        <small>Everything is in the link or file itself; nothing is sent to a server.</small>
      </p>
    </>
  );
}

/** Returns the name without folders and with the ending by which such a file is recognized. */
function fileName(name: string): string {
  const last =
    visibleText(name)
      .replace(/^.*[\\/]/, '')
      .replace(/[<>:"|?*]/g, '_') || 'input';
  return /\.(?:ya?ml|json)$/i.test(last) ? last : `${last}.yaml`;
}
