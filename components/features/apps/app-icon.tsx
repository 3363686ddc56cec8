import {
  Blocks,
  BookText,
  Bot,
  Calendar,
  ChartColumn,
  CircleCheckBig,
  Code,
  FileText,
  Gavel,
  Globe,
  Headset,
  Image,
  Languages,
  Lightbulb,
  type LucideIcon,
  Mail,
  MessageSquare,
  Mic,
  PenLine,
  Scale,
  TrendingUp,
  UserRound,
  Users,
  Wallet,
  Workflow,
  Wrench,
} from "lucide-react";
import { Tile } from "@/components/ui/tile";
import type { AppKind } from "@/lib/config/app-kinds";
import type { AppIcon as Icon } from "@/lib/features/apps/limits";

const ICONS: Record<Icon, LucideIcon> = {
  bot: Bot,
  chat: MessageSquare,
  book: BookText,
  pen: PenLine,
  mail: Mail,
  languages: Languages,
  file: FileText,
  check: CircleCheckBig,
  scale: Scale,
  gavel: Gavel,
  wallet: Wallet,
  chart: ChartColumn,
  trending: TrendingUp,
  users: Users,
  user: UserRound,
  headset: Headset,
  mic: Mic,
  image: Image,
  code: Code,
  wrench: Wrench,
  workflow: Workflow,
  globe: Globe,
  calendar: Calendar,
  lightbulb: Lightbulb,
};

/** What kind of app it is, beside its words. */
export const KIND_ICONS: Record<AppKind, LucideIcon> = {
  agent: Bot,
  assistant: MessageSquare,
  generation: PenLine,
  workflow: Workflow,
  external: Globe,
  tool: Blocks,
};

/** The picture of an app; its name stands beside it. */
export function AppIcon({ icon, id, size = 22 }: { icon: Icon; id?: string; size?: number }) {
  return (
    <Tile id={id ?? icon} name="" icon={ICONS[icon]} size={size} className={size < 28 ? "rounded-sm" : undefined} />
  );
}
