import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";
import { GATEWAY, gatewayKeys } from "./hooks";
import type { BudgetSubject } from "./kinds";

const SHOWN = 20;

/** People, departments, apps or keys. */
export function subjectChoices(type: BudgetSubject): ChoiceSource {
  return {
    key: [...gatewayKeys.all, "subjects", type],
    find: async (keyword, signal) => {
      const query = { type, keyword: keyword || undefined };
      return (await api.get(`${GATEWAY}/subjects`, { query, signal })).items;
    },
  };
}

/** Models; of some types only where those are given. */
export function modelChoices(types: readonly ModelType[] = []): ChoiceSource {
  return {
    key: [...gatewayKeys.models, "choices", ...types],
    find: async (keyword, signal) => {
      const query = { pageSize: SHOWN, keyword: keyword || undefined, types: types.join() || undefined };
      const { items } = await api.get(`${GATEWAY}/models`, { query, signal });
      return items.map(({ id, name }) => ({ id, name }));
    },
  };
}

/** Models that answer a chat. */
export const CHAT_MODELS = modelChoices(CHAT_TYPES);
