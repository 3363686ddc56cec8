import "server-only";
import { db } from "@/db/client";
import {
  listDepartmentNames,
  listKeyNames,
  listLastModelNames,
  listModelNames,
  listUserNames,
} from "@/db/queries/reports/names";
import { NO_ID } from "@/db/schema/reports";
import type { Named } from "../dto";

export type NamedKind = "app" | "model" | "user" | "department" | "key";

/** Names of keys of one kind, as they are today. What exists no more keeps its key, and its last name where known. */
export async function namesOf(kind: NamedKind, keys: readonly string[]): Promise<(key: string) => Named> {
  const wanted = [...new Set(keys)].filter((key) => key !== NO_ID);
  const found = new Map((await load(kind, wanted)).map((named) => [named.key, named]));
  return (key) => {
    const isApp = kind === "app";
    return found.get(key) ?? { key, name: isApp ? key : "", removed: !isApp && key !== NO_ID, detail: "" };
  };
}

async function load(kind: NamedKind, ids: string[]): Promise<Named[]> {
  switch (kind) {
    case "app":
      return [];
    case "user":
      return (await listUserNames(db(), ids)).map(({ id, name, account, department }) => ({
        key: id,
        name,
        removed: false,
        detail: [account, department].filter(Boolean).join(" · "),
      }));
    case "department":
      return (await listDepartmentNames(db(), ids)).map(({ id, name }) => ({
        key: id,
        name,
        removed: false,
        detail: "",
      }));
    case "key":
      return (await listKeyNames(db(), ids)).map(({ id, name, hint, deletedAt }) => ({
        key: id,
        name,
        removed: deletedAt !== null,
        detail: hint,
      }));
    case "model":
      return modelNames(ids);
  }
}

async function modelNames(ids: string[]): Promise<Named[]> {
  const present = await listModelNames(db(), ids);
  const known = new Set(present.map(({ id }) => id));
  const gone = await listLastModelNames(
    db(),
    ids.filter((id) => !known.has(id)),
  );
  return [
    ...present.map(({ id, name, type }) => ({ key: id, name, removed: false, detail: type })),
    ...gone.map(({ id, name }) => ({ key: id, name, removed: true, detail: "" })),
  ];
}
