/** What `npm run demo` made, kept in the database so that `--remove` takes away exactly that. */
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import { systemConfig } from "@/db/schema/config";

const TYPE = "demoOrganisation";

export interface Marker {
  departments: string[];
  roles: string[];
  people: string[];
  bases: string[];
  prompts: string[];
  /** Of the web search, and the hosts their pages are of. */
  sources: string[];
  hosts: string[];
  /** Of the square of apps. */
  categories: string[];
  prices: string[];
  /** Hashes of the texts whose vectors are kept for the next time. */
  cached: string[];
  /** First and last day of its calls; null until they are made. */
  days: [from: string, to: string] | null;
  /** Until when what its people do is the demo's own; null while it is being made. */
  madeAt: string | null;
}

export const newMarker = (): Marker => ({
  departments: [],
  roles: [],
  people: [],
  bases: [],
  prompts: [],
  sources: [],
  hosts: [],
  categories: [],
  prices: [],
  cached: [],
  days: null,
  madeAt: null,
});

export async function findMarker(): Promise<Marker | null> {
  return (await findConfig(db(), TYPE)) as Marker | null;
}

export const keepMarker = (marker: Marker): Promise<void> => upsertConfig(db(), TYPE, marker);

export async function dropMarker(): Promise<void> {
  await db().delete(systemConfig).where(eq(systemConfig.type, TYPE));
}

/** The command cannot do what it was asked for; the message is for whoever started it. */
export class DemoRefused extends Error {}
