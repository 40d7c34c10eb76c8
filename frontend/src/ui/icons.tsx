import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Ban,
  Bell,
  Calendar,
  Check,
  CheckCheck,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Diff,
  CircleCheck,
  CircleDashed,
  Clock,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  FileImage,
  Globe,
  History,
  Image,
  Images,
  Inbox,
  Keyboard,
  Landmark,
  LayoutDashboard,
  Link,
  LoaderCircle,
  Lock,
  LogOut,
  Mail,
  MapPin,
  PackageCheck,
  Maximize2,
  MessageSquare,
  Monitor,
  Moon,
  PanelLeft,
  PanelLeftOpen,
  PanelRight,
  Pencil,
  Phone,
  Plus,
  Redo2,
  RefreshCw,
  Replace,
  Save,
  Search,
  Send,
  Settings,
  ShieldCheck,
  Sparkles,
  SquareCheck,
  Sun,
  Trash2,
  TriangleAlert,
  Undo2,
  Upload,
  UserPlus,
  Users,
  X,
  type LucideIcon,
  type LucideProps,
} from 'lucide-react';

/**
 * The icons of staff's pages, 16 px unless `size` says otherwise. They repeat the text beside them, so screen readers skip them. An icon
 * without such a text gets a label or a title, which is read out.
 */
function icon(Drawing: LucideIcon) {
  return function Icon({ title, size = 16, ...props }: LucideProps & { title?: string }) {
    const label = props['aria-label'] ?? title;
    return (
      <Drawing
        size={size}
        strokeWidth={1.75}
        focusable={false}
        {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
        {...props}
      >
        {title && <title>{title}</title>}
      </Drawing>
    );
  };
}

export const AlertIcon = /* @__PURE__ */ icon(CircleAlert);
export const AppIcon = /* @__PURE__ */ icon(Image);
export const ArrowDownIcon = /* @__PURE__ */ icon(ArrowDown);
export const ArrowLeftIcon = /* @__PURE__ */ icon(ArrowLeft);
export const ArrowRightIcon = /* @__PURE__ */ icon(ArrowRight);
export const ArrowUpIcon = /* @__PURE__ */ icon(ArrowUp);
export const CalendarIcon = icon(Calendar);
export const BellIcon = /* @__PURE__ */ icon(Bell);
export const CheckCheckIcon = /* @__PURE__ */ icon(CheckCheck);
export const CheckCircleIcon = /* @__PURE__ */ icon(CircleCheck);
export const CheckIcon = /* @__PURE__ */ icon(Check);
export const ChevronDownIcon = /* @__PURE__ */ icon(ChevronDown);
export const ChevronRightIcon = /* @__PURE__ */ icon(ChevronRight);
export const CircleDashedIcon = /* @__PURE__ */ icon(CircleDashed);
export const ClockIcon = /* @__PURE__ */ icon(Clock);
export const CompareIcon = /* @__PURE__ */ icon(Diff);
export const CopyIcon = /* @__PURE__ */ icon(Copy);
export const CrossIcon = /* @__PURE__ */ icon(X);
export const DashboardIcon = /* @__PURE__ */ icon(LayoutDashboard);
export const DeliverIcon = /* @__PURE__ */ icon(PackageCheck);
export const DownloadIcon = /* @__PURE__ */ icon(Download);
export const EditIcon = /* @__PURE__ */ icon(Pencil);
export const EllipsisIcon = /* @__PURE__ */ icon(Ellipsis);
export const ExternalLinkIcon = /* @__PURE__ */ icon(ExternalLink);
export const EyeIcon = /* @__PURE__ */ icon(Eye);
export const EyeOffIcon = /* @__PURE__ */ icon(EyeOff);
export const FileImageIcon = /* @__PURE__ */ icon(FileImage);
export const GlobeIcon = /* @__PURE__ */ icon(Globe);
export const HistoryIcon = /* @__PURE__ */ icon(History);
export const ImagesIcon = /* @__PURE__ */ icon(Images);
export const InboxIcon = /* @__PURE__ */ icon(Inbox);
export const KeyboardIcon = /* @__PURE__ */ icon(Keyboard);
export const LandmarkIcon = /* @__PURE__ */ icon(Landmark);
export const LinkIcon = /* @__PURE__ */ icon(Link);
export const LockIcon = /* @__PURE__ */ icon(Lock);
export const LogOutIcon = /* @__PURE__ */ icon(LogOut);
export const MailIcon = /* @__PURE__ */ icon(Mail);
export const MapPinIcon = /* @__PURE__ */ icon(MapPin);
export const MaximizeIcon = /* @__PURE__ */ icon(Maximize2);
export const MessageIcon = /* @__PURE__ */ icon(MessageSquare);
export const MonitorIcon = /* @__PURE__ */ icon(Monitor);
export const MoonIcon = /* @__PURE__ */ icon(Moon);
export const PanelLeftIcon = /* @__PURE__ */ icon(PanelLeft);
export const PanelLeftOpenIcon = /* @__PURE__ */ icon(PanelLeftOpen);
export const PanelRightIcon = /* @__PURE__ */ icon(PanelRight);
export const PhoneIcon = /* @__PURE__ */ icon(Phone);
export const PlusIcon = /* @__PURE__ */ icon(Plus);
export const RedoIcon = /* @__PURE__ */ icon(Redo2);
export const RefreshIcon = /* @__PURE__ */ icon(RefreshCw);
export const ReplaceIcon = /* @__PURE__ */ icon(Replace);
export const RevokedIcon = /* @__PURE__ */ icon(Ban);
export const SaveIcon = /* @__PURE__ */ icon(Save);
export const SearchIcon = /* @__PURE__ */ icon(Search);
export const SelectIcon = /* @__PURE__ */ icon(SquareCheck);
export const SendIcon = /* @__PURE__ */ icon(Send);
export const SettingsIcon = /* @__PURE__ */ icon(Settings);
export const ShieldCheckIcon = /* @__PURE__ */ icon(ShieldCheck);
export const SparklesIcon = /* @__PURE__ */ icon(Sparkles);
export const SpinnerIcon = /* @__PURE__ */ icon(LoaderCircle);
export const SunIcon = /* @__PURE__ */ icon(Sun);
export const TrashIcon = /* @__PURE__ */ icon(Trash2);
export const UndoIcon = /* @__PURE__ */ icon(Undo2);
export const UploadIcon = /* @__PURE__ */ icon(Upload);
export const UserPlusIcon = /* @__PURE__ */ icon(UserPlus);
export const UsersIcon = /* @__PURE__ */ icon(Users);
export const WarningIcon = /* @__PURE__ */ icon(TriangleAlert);
