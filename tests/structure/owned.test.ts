import { is } from "drizzle-orm";
import { type AnyPgColumn, getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { COLLECTABLES } from "@/lib/generated/collectables";
import { OWNED as GENERATED } from "@/lib/generated/owned";
import type { Owned } from "@/lib/owned/owned";
import { read, sources } from "./source";

const OWNED: readonly Owned[] = GENERATED;

/** Columns that name a person or a model without a reference: history outlives what it tells of. */
const NAMES_PERSON = /(^|_)(user|owner|actor|author|creator|reader|reviewer|person|people|member)_ids?$/;
const NAMES_MODEL = /(^|_)models?_ids?$/;

/** Every column of the schema as `table.column`, with the table it refers to. */
async function columns(): Promise<{ name: string; column: string; refersTo?: string }[]> {
  const found = new Map<string, { name: string; column: string; refersTo?: string }>();
  for (const file of sources("db/schema/*.ts")) {
    const exported: object = await import(`@/${file.replace(/\.ts$/, "")}`);
    for (const table of Object.values(exported)) {
      if (!is(table, PgTable)) continue;
      const { name, columns: own, foreignKeys } = getTableConfig(table);
      const targets = new Map(
        foreignKeys.flatMap((key) => {
          const { columns: from, foreignTable } = key.reference();
          return from.map((column) => [column.name, getTableConfig(foreignTable).name] as const);
        }),
      );
      for (const { name: column } of own) {
        found.set(`${name}.${column}`, { name: `${name}.${column}`, column, refersTo: targets.get(column) });
      }
    }
  }
  return [...found.values()];
}

const nameOf = (column: AnyPgColumn) => `${getTableConfig(column.table).name}.${column.name}`;
const told = (parts: readonly { columns: readonly AnyPgColumn[] }[]) =>
  parts.flatMap(({ columns: own }) => own.map(nameOf));

const PEOPLE = {
  told: OWNED.flatMap(({ things = [], ownData = [] }) => told([...things, ...ownData])),
  exempt: OWNED.flatMap(({ exempt }) => exempt?.people ?? []),
};
const MODELS = {
  told: OWNED.flatMap(({ modelUses = [] }) => told(modelUses)),
  exempt: OWNED.flatMap(({ exempt }) => exempt?.models ?? []),
};

describe("what areas declare of people and models", () => {
  it("is listed of every file of the fixed names", () => {
    const listed = (file: string) => [...read(file).matchAll(/ from "@\/(.+)";/g)].map(([, from]) => `${from}.ts`);
    const owned = sources("lib/**/owned.ts").filter((file) => file !== "lib/owned/owned.ts");
    expect(owned.length).toBeGreaterThan(10);
    expect(listed("lib/generated/owned.ts").sort()).toEqual(owned.filter((file) => !file.startsWith("lib/generated/")));
    expect(listed("lib/generated/collectables.ts").sort()).toEqual(sources("lib/**/collectable.ts"));
  });

  it("tells of every column that names a person: handed on, part of their own data, or exempt with a reason", async () => {
    const naming = (await columns()).filter(
      ({ column, refersTo }) => refersTo === "users" || NAMES_PERSON.test(column),
    );
    expect(naming.length).toBeGreaterThan(30);
    const known = new Set([...PEOPLE.told, ...PEOPLE.exempt.map(([column]) => nameOf(column))]);
    expect(naming.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it("tells of every column that names a model: a use that would be missed, or exempt with a reason", async () => {
    const naming = (await columns()).filter(
      ({ column, refersTo }) => refersTo === "models" || NAMES_MODEL.test(column),
    );
    expect(naming.length).toBeGreaterThan(10);
    const known = new Set([...MODELS.told, ...MODELS.exempt.map(([column]) => nameOf(column))]);
    expect(naming.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ["people", PEOPLE],
    ["models", MODELS],
  ])(
    "exempts no column of %s twice, none that is told of, and none without a reason",
    (_, { told: declared, exempt }) => {
      const names = exempt.map(([column]) => nameOf(column));
      expect(names.filter((name, index) => names.indexOf(name) !== index || declared.includes(name))).toEqual([]);
      expect(exempt.filter(([, why]) => why.split(" ").length < 3).map(([column]) => nameOf(column))).toEqual([]);
    },
  );

  it("has each name once", () => {
    const names = [
      OWNED.flatMap(({ things = [] }) => things.map(({ key }) => key)),
      OWNED.flatMap(({ ownData = [] }) => ownData.map(({ name }) => name)),
      OWNED.flatMap(({ modelUses = [] }) => modelUses.map(({ kind }) => kind)),
    ];
    for (const list of names) {
      expect(list.length).toBeGreaterThan(0);
      expect(list.filter((name, index) => list.indexOf(name) !== index)).toEqual([]);
    }
  });

  it("has one source of copies for each kind that can be collected", () => {
    const kinds = OWNED.flatMap(({ collectables = [] }) => collectables.map(({ kind }) => kind));
    expect(kinds.sort()).toEqual(COLLECTABLES.map(({ kind }) => kind).sort());
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});
