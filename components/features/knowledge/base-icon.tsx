import {
  BookText,
  Briefcase,
  ChartColumn,
  Code,
  FlaskConical,
  Folder,
  Globe,
  GraduationCap,
  type LucideIcon,
  Scale,
  Shield,
  Users,
  Wrench,
} from "lucide-react";
import { Tile } from "@/components/ui/tile";
import type { BaseIcon as BaseIconName } from "@/lib/features/knowledge/limits";

const ICONS: Record<BaseIconName, LucideIcon> = {
  book: BookText,
  folder: Folder,
  shield: Shield,
  chart: ChartColumn,
  graduation: GraduationCap,
  briefcase: Briefcase,
  wrench: Wrench,
  scale: Scale,
  globe: Globe,
  code: Code,
  users: Users,
  flask: FlaskConical,
};

interface BaseIconProps {
  icon: BaseIconName;
  /** Of the base: gives it a hue of its own. */
  id?: string;
  size?: number;
}

/** The picture of a base; its name stands beside it. */
export function BaseIcon({ icon, id, size = 22 }: BaseIconProps) {
  return (
    <Tile id={id ?? icon} name="" icon={ICONS[icon]} size={size} className={size < 28 ? "rounded-sm" : undefined} />
  );
}
