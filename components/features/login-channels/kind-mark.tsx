import {
  Building2,
  Fingerprint,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Network,
  Send,
  ShieldCheck,
  Ticket,
} from "lucide-react";
import { Tile } from "@/components/ui/tile";
import type { ChannelKind } from "@/lib/config/channel-kinds";

const ICONS: Record<ChannelKind | "password", LucideIcon> = {
  entra: Building2,
  wecom: MessageCircle,
  dingtalk: MessagesSquare,
  lark: Send,
  oidc: Fingerprint,
  saml: ShieldCheck,
  ldap: Network,
  jwt: Ticket,
  password: KeyRound,
};

/** The mark of a kind of login channel; its name stands beside it. */
export function KindMark({ kind, size = 32 }: { kind: ChannelKind | "password"; size?: number }) {
  return <Tile id={kind} name={kind} icon={ICONS[kind]} size={size} />;
}
