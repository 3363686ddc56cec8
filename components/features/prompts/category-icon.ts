import {
  ChartLine,
  Drama,
  Languages,
  ListChecks,
  type LucideIcon,
  PenLine,
  Quote,
  SquareTerminal,
  Users,
} from "lucide-react";
import type { CategoryDto, PromptDto } from "@/lib/features/prompts/dto";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  writing: PenLine,
  analysis: ChartLine,
  meetings: ListChecks,
  languages: Languages,
  engineering: SquareTerminal,
  people: Users,
};

/** The picture of a prompt's tile: a role's, or the one of its kind. */
export function promptIcon(prompt: Pick<PromptDto, "type">, category: CategoryDto | undefined): LucideIcon {
  if (prompt.type === "role") return Drama;
  return ICONS[category?.key ?? ""] ?? Quote;
}

export function categoryName(category: CategoryDto, locale: string): string {
  return locale.startsWith("en") ? category.nameEn : category.nameZh;
}
