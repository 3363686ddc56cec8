import "server-only";
import { OWNED as GENERATED } from "@/lib/generated/owned";
import type { CollectableSource, ModelUser, OwnData, Owned, OwnedThing, ThingUser } from "./owned";

const OWNED: readonly Owned[] = GENERATED;

const ordered = <T extends { order: number }>(parts: readonly T[]) => parts.toSorted((a, b) => a.order - b.order);

/** Every kind of thing people own that others may need. */
export const OWNED_THINGS: readonly OwnedThing[] = ordered(OWNED.flatMap(({ things = [] }) => things));

/** Every part of the archive of a person's own data. */
export const OWN_DATA: readonly OwnData[] = ordered(OWNED.flatMap(({ ownData = [] }) => ownData));

/** Every place that keeps the choice of a model. */
export const MODEL_USERS: readonly ModelUser[] = ordered(OWNED.flatMap(({ modelUses = [] }) => modelUses));

/** Every place that keeps the choice of a base, a tool or an app. */
export const THING_USERS: readonly ThingUser[] = OWNED.flatMap(({ thingUses = [] }) => thingUses);

/** Every kind of thing that can be collected. */
export const COLLECTABLE_SOURCES: readonly CollectableSource[] = OWNED.flatMap(({ collectables = [] }) => collectables);
