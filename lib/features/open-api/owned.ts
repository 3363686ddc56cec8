import "server-only";
import { lockUser } from "@/db/queries/auth/identity";
import { listKeysLimitedTo } from "@/db/queries/models/access";
import { countApiKeys, disableApiKeysOf, giveApiKeys, listApiKeyNames } from "@/db/queries/open-api/keys";
import { apiKeys } from "@/db/schema/open-api";
import { invalidateApiKeys } from "@/lib/auth/api-key";
import { API_KEYS_MAX } from "@/lib/config/constants";
import { AppError } from "@/lib/errors/errors";
import type { Owned, OwnedThing } from "@/lib/owned/owned";

/** Keys of the Open API: what they use counts as their owner's, so without a new owner they end. */
const keys: OwnedThing = {
  key: "apiKeys",
  order: 10,
  columns: [apiKeys.userId],
  list: async (db, userId) => ({
    count: await countApiKeys(db, userId),
    names: await listApiKeyNames(db, userId, 10),
  }),
  transfer: async (tx, from, to) => {
    await lockUser(tx, to);
    const count = (await countApiKeys(tx, from)) + (await countApiKeys(tx, to));
    if (count > API_KEYS_MAX) throw new AppError("keyLimit", { args: { max: API_KEYS_MAX } });
    await giveApiKeys(tx, from, to);
  },
  release: (tx, from) => disableApiKeysOf(tx, from),
  settled: invalidateApiKeys,
};

export const OPEN_API_OWNED: Owned = {
  things: [keys],
  modelUses: [
    {
      kind: "key",
      order: 20,
      columns: [apiKeys.modelIds],
      read: async (db, modelId) => ({ names: (await listKeysLimitedTo(db, modelId)).map(({ name }) => name) }),
    },
  ],
};
