import "server-only";
import { tasks } from "@/db/schema/tasks";
import type { Owned } from "@/lib/owned/owned";

export const TASKS_OWNED: Owned = {
  exempt: {
    people: [[tasks.ownerId, "work on things that their areas tell of"]],
  },
};
