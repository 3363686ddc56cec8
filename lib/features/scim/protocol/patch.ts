import { badRequest } from "@/lib/endpoint/scim-problem";
import { type Filter, fits, type Path, parsePath } from "./filter";
import {
  booleanOf,
  canonical,
  canonicalName,
  ENTERPRISE_SCHEMA,
  GROUP_SCHEMA,
  IGNORED,
  MULTI_VALUED,
  READ_ONLY,
  USER_SCHEMA,
} from "./names";

type Resource = Record<string, unknown>;
export interface PatchOperation {
  op: string;
  path?: string;
  value?: unknown;
}

const SIMPLE_BOOLEANS = new Set(["active", "primary"]);

/**
 * What a resource is after the operations, as Entra and Okta send them: names of operations with capital letters, values
 * without a path, paths as names of values, `"False"` for false. The resource itself stays as it was. Throws ScimProblem.
 */
export function applyPatch(resource: Resource, operations: readonly PatchOperation[]): Resource {
  const patched = structuredClone(resource);
  for (const { op, path, value } of operations) {
    const verb = op.toLowerCase();
    if (verb !== "add" && verb !== "replace" && verb !== "remove") {
      throw badRequest("invalidSyntax", "An operation is add, replace or remove.");
    }
    if (path) apply(patched, verb, path, value, true);
    else if (verb === "remove") throw badRequest("noTarget", "What is to be removed needs a path.");
    else if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw badRequest("invalidValue", "Without a path, a value is an object.");
    } else {
      for (const [key, part] of Object.entries(value)) apply(patched, verb, key, part, false);
    }
  }
  return patched;
}

type Verb = "add" | "replace" | "remove";

/** `isNamed`: the path was one, so what it names must exist; other sides send whole resources as values. */
function apply(resource: Resource, verb: Verb, text: string, value: unknown, isNamed: boolean): void {
  const place = isNamed ? placeOf(text) : placeOrNothing(text);
  if (!place) {
    if (isNamed) throw badRequest("invalidPath", "An operation names an attribute that is not known here.");
    return;
  }
  const { holder, name, sub, filter } = place;
  if (IGNORED.has(name) || (sub !== undefined && IGNORED.has(sub))) return;
  if (!holder && READ_ONLY.has(name)) {
    if (isNamed) throw badRequest("mutability", "An operation changes what this side decides about.");
    return;
  }
  const target = holder ? inner(resource, holder) : resource;
  if (name === ENTERPRISE_SCHEMA && !holder) return setComplex(resource, verb, name, value);
  if (MULTI_VALUED.has(name)) setMany(target, verb, { attribute: name, filter, sub }, value);
  else if (sub) setPlain(inner(target, name), verb, sub, value);
  else if (name === "name") setComplex(target, verb, name, value);
  // Entra sends the manager's id alone.
  else if (name === "manager" && typeof value === "string") setPlain(target, verb, name, { value });
  else setPlain(target, verb, name, value);
}

interface Place {
  /** The extension the attribute stands in. */
  holder?: string;
  name: string;
  sub?: string;
  filter?: Filter;
}

function placeOf(text: string): Place | null {
  const whole = canonicalName(text);
  if (whole && ![USER_SCHEMA, GROUP_SCHEMA].includes(whole)) return { name: whole };
  const path = parsePath(withoutSchema(text));
  const isExtended = text.toLowerCase().startsWith(`${ENTERPRISE_SCHEMA.toLowerCase()}:`);
  const [first = "", second] = path.attribute.split(".");
  const name = canonicalName(first);
  const subName = path.sub ?? second;
  const sub = subName === undefined ? undefined : canonicalName(subName);
  if (!name || (subName !== undefined && !sub)) return null;
  return { ...(isExtended ? { holder: ENTERPRISE_SCHEMA } : {}), name, sub, filter: path.filter };
}

/** Names of values may be anything; those that are no path name nothing that is known. */
function placeOrNothing(text: string): Place | null {
  try {
    return placeOf(text);
  } catch {
    return null;
  }
}

function withoutSchema(text: string): string {
  for (const schema of [ENTERPRISE_SCHEMA, USER_SCHEMA, GROUP_SCHEMA]) {
    if (text.toLowerCase().startsWith(`${schema.toLowerCase()}:`)) return text.slice(schema.length + 1);
  }
  return text;
}

function inner(resource: Resource, name: string): Resource {
  const held = resource[name];
  if (typeof held === "object" && held !== null && !Array.isArray(held)) return held as Resource;
  const made: Resource = {};
  resource[name] = made;
  return made;
}

function setPlain(target: Resource, verb: Verb, name: string, value: unknown): void {
  if (verb === "remove" || value === null || value === undefined) delete target[name];
  else target[name] = SIMPLE_BOOLEANS.has(name) ? booleanOf(single(value)) : canonical(value);
}

/** Some providers wrap a single value in a list. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? single((value[0] as Resource)?.value ?? value[0]) : value;
}

function setComplex(target: Resource, verb: Verb, name: string, value: unknown): void {
  if (verb === "remove") {
    delete target[name];
    return;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRequest("invalidValue", `A value of ${name} is an object.`);
  }
  // RFC 7644, 3.5.2.3: parts that are not named stay.
  for (const [key, part] of Object.entries(value)) {
    const known = canonicalName(key);
    if (!known || IGNORED.has(known)) continue;
    if (known === "manager" && typeof part === "string") setPlain(inner(target, name), verb, known, { value: part });
    else setPlain(inner(target, name), verb, known, part);
  }
}

function setMany(target: Resource, verb: Verb, { attribute, filter, sub }: Path, value: unknown): void {
  const held = Array.isArray(target[attribute]) ? (target[attribute] as Resource[]) : [];
  if (!filter) {
    if (sub) throw badRequest("invalidPath", `Which of the ${attribute} is meant is not said.`);
    const values = listOf(value, attribute);
    if (verb === "add") target[attribute] = distinct([...held, ...values]);
    else if (verb === "replace") target[attribute] = distinct(values);
    // Entra names those who leave a group in the value.
    else target[attribute] = value === undefined || value === null ? [] : without(held, values);
    return;
  }
  const isMeant = (element: Resource) => fits(filter, element);
  if (verb === "remove") {
    target[attribute] = sub
      ? held.map((element) => (isMeant(element) ? omit(element, sub) : element))
      : held.filter((element) => !isMeant(element));
    return;
  }
  const patch: Resource = sub ? { [sub]: canonicalValue(sub, value) } : (listOf(value, attribute)[0] ?? {});
  const isThere = held.some(isMeant);
  const changed = held.map((element) => (isMeant(element) ? { ...element, ...patch } : element));
  // A work address that is set for the first time comes as a change of one.
  target[attribute] = isThere ? changed : [...held, { ...named(filter), ...patch }];
}

const canonicalValue = (name: string, value: unknown) =>
  SIMPLE_BOOLEANS.has(name) ? booleanOf(value) : canonical(value);

function listOf(value: unknown, attribute: string): Resource[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((part) => {
    if (typeof part === "string") return { value: part };
    if (typeof part !== "object" || part === null) {
      throw badRequest("invalidValue", `A value of ${attribute} is an object.`);
    }
    return canonical(part) as Resource;
  });
}

/** Each value once; the last of equal ones stays, in the place of the first. */
function distinct(values: readonly Resource[]): Resource[] {
  return [...new Map(values.map((value) => [`${value.type ?? ""} ${String(value.value)}`, value])).values()];
}

function without(held: readonly Resource[], values: readonly Resource[]): Resource[] {
  const gone = new Set(values.map(({ value }) => value));
  return held.filter(({ value }) => !gone.has(value));
}

function omit(element: Resource, name: string): Resource {
  const { [name]: _gone, ...rest } = element;
  return rest;
}

/** What a filter says of an element that is not there yet: `type eq "work"`. */
function named(filter: Filter): Resource {
  if ("and" in filter) return Object.assign({}, ...filter.and.map(named)) as Resource;
  if (!("test" in filter) || filter.test !== "eq") return {};
  const name = canonicalName(filter.attribute);
  return name ? { [name]: canonicalValue(name, filter.value) } : {};
}
