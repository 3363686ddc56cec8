import "server-only";
import { notifications } from "@/db/schema/notifications";
import type { Owned } from "@/lib/owned/owned";

export const NOTIFICATIONS_OWNED: Owned = {
  exempt: {
    people: [[notifications.userId, "news about things that stand in their own places"]],
  },
};
