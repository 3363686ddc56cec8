import { useTranslations } from "next-intl";
import type { ChannelKind } from "@/lib/config/channel-kinds";

/** What the fields of a kind are called: in its own world's words, else in those all kinds share. */
export function useFieldText(kind: ChannelKind) {
  const t = useTranslations("login-channels.fields");
  const text = (path: string): string | undefined => {
    const key = [`${kind}.${path}`, `any.${path}`].find((each) => t.has(each as never));
    return key && t(key as never);
  };
  return {
    label: (name: string) => text(`${name}.label`) ?? name,
    hint: (name: string) => text(`${name}.hint`),
    option: (name: string, value: string) => text(`${name}.options.${value}`) ?? value,
  };
}
