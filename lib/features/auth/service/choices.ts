import "server-only";
import { channelFor, enabledChannels } from "@/lib/auth/channels/store";
import { detectEnvironment, type Environment } from "@/lib/auth/environment";
import { safePath } from "@/lib/auth/safe-path";
import { isRedirectKind } from "@/lib/config/channel-kinds";
import { publicImageUrl } from "@/lib/config/product";
import type { Locale } from "@/lib/i18n/locales";
import type { LoginMethodDto } from "../dto";

const startOf = (id: string, redirectTo: string) =>
  `/api/public/login/${id}/start${redirectTo === "/" ? "" : `?redirectUrl=${encodeURIComponent(redirectTo)}`}`;

/** The ways to come in that are on; passwords always are (spec A2). First the client's own, then the default one. */
export async function loginMethods(
  locale: Locale,
  redirectTo = "/",
  environment: Environment = "browser",
): Promise<LoginMethodDto[]> {
  const [channels, first] = await Promise.all([enabledChannels(), channelFor(environment)]);
  const rank = ({ id, kind, isDefault }: (typeof channels)[number]) => {
    if (id === first?.id || (environment === "teams" && kind === "entra")) return 0;
    return isDefault ? 1 : 2;
  };
  const ordered = channels.toSorted((a, b) => rank(a) - rank(b));
  return [
    { type: "password", name: "password" },
    ...ordered.map(({ id, kind, nameZh, nameEn, app }) => ({
      type: kind,
      name: locale === "zh_CN" ? nameZh : nameEn,
      logoUrl: publicImageUrl((app as { logoFileId?: string | null }).logoFileId ?? null),
      ...(isRedirectKind(kind) ? { url: startOf(id, redirectTo) } : {}),
      ...(kind === "ldap" ? { url: directoryAddress(redirectTo) } : {}),
    })),
  ];
}

/** Directories whose passwords are taken, as the page of directory login calls them. */
export async function directoryNames(locale: Locale): Promise<string[]> {
  return (await enabledChannels("ldap")).map(({ nameZh, nameEn }) => (locale === "zh_CN" ? nameZh : nameEn));
}

function directoryAddress(redirectTo: string): string {
  return `/login-ad${redirectTo === "/" ? "" : `?redirectUrl=${encodeURIComponent(redirectTo)}`}`;
}

/** Where an environment's single sign-on begins, or null: the login page (spec 4). */
export async function thirdLoginUrl(environment: Environment, redirectUrl: string | undefined): Promise<string | null> {
  const channel = await channelFor(environment);
  return channel && startOf(channel.id, safePath(redirectUrl ?? null));
}

export function environmentOf(headers: Headers): Environment {
  return detectEnvironment(headers.get("user-agent") ?? "", headers.get("referer") ?? "");
}
