import { useLocale } from "next-intl";
import type { ChannelRef } from "@/lib/auth/channels/dto";

/** The channel's name in the page's language. */
export function useChannelName(): (channel: ChannelRef) => string {
  const isEnglish = useLocale().startsWith("en");
  return ({ nameZh, nameEn }) => (isEnglish ? nameEn : nameZh);
}
