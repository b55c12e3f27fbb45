// A page for each JSON schema: its fields in a table for each object, and the file itself to take.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { frontMatter } from './site-markdown.mjs';

const ending = '.schema.json';

/** Deeper fields are in the file. */
const depthMax = 5;

/**
 * Returns the pages by path in the site, the index of them among them, and their names and titles.
 *
 * @param {string} base the path below which the site is served, with a slash at its end
 */
export function schemaPages(base) {
  const schemas = readdirSync(join(root, 'schemas'))
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const schema = JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8'));
      return { name: file.slice(0, -ending.length), file, schema, title: titleOf(schema) };
    });
  const pages = new Map([['schemas/index.md', indexPage(schemas)]]);
  for (const each of schemas) pages.set(`schemas/${each.name}.md`, onePage(each, base));
  return { pages, listed: schemas.map(({ name, title }) => ({ name, title })) };
}

function titleOf({ title }) {
  return title.replace(/^Windlass /, '');
}

function indexPage(schemas) {
  const rows = schemas.map(
    ({ name, title, schema }) =>
      `| [${title}](/schemas/${name}.md) | ${cell(schema.description ?? 'what you write: a Scenario and what goes with it')} |`,
  );
  return `# Schemas

JSON Schema (draft 2020-12) of what you write and of what commands print with \`-o json\`. \`windlass schema NAME\` prints one. An editor
checks a Scenario by it with this line at its top: \`# yaml-language-server: $schema=scenario.schema.json\`.

| kind | what it is |
|---|---|
${rows.join('\n')}
`;
}

function onePage({ file, schema, title }, base) {
  const parts = (schema.oneOf ?? [schema]).map((each) => {
    const kind = each.properties?.kind?.const;
    const rows = fieldsOf(each, '', schema, 0).map(
      ({ path, type, text }) => `| \`${path}\` | ${cell(type)} | ${cell(text)} |`,
    );
    const heading = schema.oneOf === undefined ? '' : `## ${kind}\n\n`;
    return `${heading}| field | type | what it is |\n|---|---|---|\n${rows.join('\n')}`;
  });
  return `${frontMatter({ outline: [2, 2], pageClass: 'schema-page' })}# ${title}

${cell(schema.description ?? '')}

<a href="${base}schemas/${file}" target="_self" download>${file}</a>: the whole schema. A field with \`*\` is required; \`[]\` is each item of a list,
\`{}\` each value by its name.

${parts.join('\n\n')}
`;
}

/** The fields of an object in order, each before those within it. */
function fieldsOf(of, path, whole, depth) {
  const schema = resolved(of, whole);
  if (depth > depthMax) return [];
  const rows = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path === '' ? '' : `${path}.`}${name}`;
    const mark = schema.required?.includes(name) === true ? '*' : '';
    const inner = resolved(field, whole);
    return [
      {
        path: `${at}${mark}`,
        type: typeText(inner, whole),
        text: field.description ?? inner.description ?? '',
      },
      ...fieldsOf(inner, at, whole, depth + 1),
    ];
  });
  const items = schema.items === undefined ? [] : fieldsOf(schema.items, `${path}[]`, whole, depth + 1);
  const { additionalProperties: values } = schema;
  const named = typeof values === 'object' ? fieldsOf(values, `${path}{}`, whole, depth + 1) : [];
  const variants = (schema.anyOf ?? schema.oneOf ?? []).flatMap((each) => fieldsOf(each, path, whole, depth));
  const seen = new Set();
  return [...rows, ...items, ...named, ...variants].filter(({ path: at }) => !seen.has(at) && seen.add(at));
}

function resolved(schema, whole) {
  const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? schema : { ...whole.$defs?.[name], ...schema, $ref: undefined };
}

function typeText(schema, whole) {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined)
    return [...new Set(variants.map((each) => typeText(resolved(each, whole), whole)))].join(' or ');
  if (schema.type === 'array') return `list of ${typeText(resolved(schema.items ?? {}, whole), whole)}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
}

function cell(text) {
  return text
    .replaceAll('\n', ' ')
    .replace(/(`[^`]*`)|([<{}|])/g, (_, code, character) =>
      code === undefined ? `&#${character.charCodeAt(0)};` : code.replaceAll('|', '\\|'),
    );
}
