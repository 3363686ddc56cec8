import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";

const SHOWN = 20;

/** Published apps this person may use; a page of the web and an area's tool give no answer, and an app that runs itself never ends. */
export const usableApps = (own: string): ChoiceSource => ({
  key: ["apps", "usable", own],
  find: async (keyword, signal) => {
    const query = { place: "square", keyword: keyword || undefined, sort: "name", page: 1, pageSize: SHOWN } as const;
    const { items } = await api.get("/apps", { query, signal });
    return items
      .filter(({ id, kind }) => id !== own && kind !== "external" && kind !== "tool")
      .map(({ id, name, owner }) => ({ id, name, detail: owner.name }));
  },
});
