import { Feather, KeyRound, MessageCircle, MessagesSquare, Server, ShieldCheck, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import type { LoginMethodDto } from "@/lib/features/auth/dto";

/** For channels without a logo of their own. */
const ICONS: Record<string, typeof KeyRound> = {
  entra: Users,
  wecom: MessageCircle,
  dingtalk: MessagesSquare,
  lark: Feather,
  oidc: KeyRound,
  saml: ShieldCheck,
  ldap: Server,
};

/** Channels that are on, each a way out of this page; one alone is as wide as the form. */
export function LoginChoices({ methods }: { methods: readonly LoginMethodDto[] }) {
  const t = useTranslations("auth.login");
  const choices = methods.filter(({ url }) => url !== undefined);
  if (choices.length === 0) return null;
  return (
    <nav aria-label={t("otherWays")} className="mt-6">
      <p
        aria-hidden
        className="flex items-center gap-3 text-fg-3 text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border"
      >
        {t("otherWays")}
      </p>
      <ul className={cn("mt-4 grid gap-2", choices.length > 1 && "sm:grid-cols-2")}>
        {choices.map(({ type, name, logoUrl, url }) => {
          const Icon = ICONS[type] ?? KeyRound;
          return (
            <li key={url} className="min-w-0">
              {/* No client-side link: it would begin the sign-in by fetching it beforehand. */}
              <a href={url} className={buttonClass("default", "lg", "w-full justify-start px-4")}>
                {logoUrl ? (
                  // biome-ignore lint/performance/noImgElement: one small picture of our own
                  <img alt="" src={logoUrl} width={18} height={18} className="size-4.5 shrink-0 object-contain" />
                ) : (
                  <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg-2" />
                )}
                <span className="truncate">{name}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
