import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ChoiceSource } from "@/lib/client/choices";
import { areaOf } from "@/lib/features/operation-log/texts";
import { ACTIONS } from "@/lib/generated/actions";
import { useLogTexts } from "./use-log-texts";

const AREAS = [...new Set(ACTIONS.map(areaOf))];

/** The name of an action, or of an area with all it holds. */
export function useActionName() {
  const t = useTranslations("operation-log");
  const log = useTranslations("log");
  const texts = useLogTexts();
  return (action: string) => {
    if (action.includes(".")) return texts.action(action);
    const key = `area.${action}` as "area.auth";
    return t("filter.area", { area: log.has(key) ? log(key) : action });
  };
}

/** Areas and actions, found by a word of their names: nothing is asked of the server. */
export function useActionChoices(): ChoiceSource {
  const name = useActionName();
  const texts = useLogTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language, which draws the page anew
  return useMemo(() => {
    const all = AREAS.flatMap((area) => [
      { id: area, name: name(area) },
      ...ACTIONS.filter((action) => areaOf(action) === area).map((id) => ({
        id: id as string,
        name: texts.action(id),
      })),
    ]);
    return {
      key: ["operation-log", "actions", name("auth")],
      find: async (keyword) => {
        const word = keyword.toLowerCase();
        return word ? all.filter((choice) => `${choice.name} ${choice.id}`.toLowerCase().includes(word)) : all;
      },
    };
  }, []);
}
