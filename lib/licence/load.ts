import "server-only";
import { db, type Queryable } from "@/db/client";
import { findConfig } from "@/db/queries/config/system-config";
import { findLastSealedTime, listLicences } from "@/db/queries/licence/licence";
import { env } from "@/lib/config/env";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { keptFacts } from "@/lib/kept";
import { CLOCK_MARK, clockMarkSchema } from "./clock-mark";
import { readLicence } from "./format";
import { BUILT_IN_PUBLIC_KEY } from "./public-key";
import { type Licence, licenceOf } from "./state";

/** A changed licence acts within this time in every process. */
const CACHE_MS = 3000;

const licences = keptFacts<Licence>("licence", { ms: CACHE_MS });

export function licenceKey(): string {
  return env().LICENCE_PUBLIC_KEY ?? BUILT_IN_PUBLIC_KEY;
}

/** The licence that applies; cached a few seconds a process. The row is never trusted: its signature is verified. */
export function currentLicence(): Promise<Licence> {
  return licences.read("", () => loadLicence(db()));
}

/** Read anew, in the caller's transaction. */
export async function loadLicence(queryable: Queryable): Promise<Licence> {
  const installed = await listLicences(queryable);
  const key = licenceKey();
  return licenceOf(
    installed.map(({ text, ...row }) => ({ ...row, read: readLicence(text, key) })),
    // Without a licence nothing ends: the clock is nobody's concern.
    { now: Date.now(), seen: installed.length > 0 ? await timeSeen(queryable) : 0, productVersion: PRODUCT_VERSION },
  );
}

/** The latest time this installation has seen: of its mark, and of the last sealed row of the operation log. */
export async function timeSeen(queryable: Queryable): Promise<number> {
  const mark = clockMarkSchema.safeParse(await findConfig(queryable, CLOCK_MARK));
  const sealed = await findLastSealedTime(queryable);
  return Math.max(mark.success ? Date.parse(mark.data.at) : 0, sealed?.getTime() ?? 0);
}

/** After a change in this process. */
export function invalidateLicence(): void {
  licences.invalidate();
}
