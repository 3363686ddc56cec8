import "server-only";
import type { OwnedKind } from "./owned";
import { ownedApiKeys } from "./owned-api-keys";

/** Every kind of thing people own that others may need; private things (chats, files) are not among them. */
export const OWNED_KINDS: readonly OwnedKind[] = [ownedApiKeys];
