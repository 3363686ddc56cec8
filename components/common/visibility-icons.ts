import { Building2, Lock, type LucideIcon, Users } from "lucide-react";
import type { Visibility } from "@/lib/config/visibility";

export const VISIBILITY_ICONS: Record<Visibility, LucideIcon> = { all: Building2, partial: Users, self: Lock };
