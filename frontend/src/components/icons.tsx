import * as icons from '@ant-design/icons';
import type { ComponentProps } from 'react';

/**
 * The icons of the pages. What they stand beside or in says what they mean: those who hear the page hear that alone, not
 * what the drawing is called. One that has to speak for itself is given a label or a title.
 */
function decorative(Icon: typeof icons.PlusOutlined) {
  return function Decorative(props: ComponentProps<typeof Icon>) {
    const speaks = Boolean(props['aria-label'] ?? props.title);
    return <Icon {...props} aria-hidden={!speaks} />;
  };
}

export const AppstoreOutlined = /* @__PURE__ */ decorative(icons.AppstoreOutlined);
export const ArrowLeftOutlined = /* @__PURE__ */ decorative(icons.ArrowLeftOutlined);
export const BankOutlined = /* @__PURE__ */ decorative(icons.BankOutlined);
export const BulbOutlined = /* @__PURE__ */ decorative(icons.BulbOutlined);
export const CheckCircleFilled = /* @__PURE__ */ decorative(icons.CheckCircleFilled);
export const CheckCircleOutlined = /* @__PURE__ */ decorative(icons.CheckCircleOutlined);
export const CheckOutlined = /* @__PURE__ */ decorative(icons.CheckOutlined);
export const ClockCircleOutlined = /* @__PURE__ */ decorative(icons.ClockCircleOutlined);
export const CloseOutlined = /* @__PURE__ */ decorative(icons.CloseOutlined);
export const CopyOutlined = /* @__PURE__ */ decorative(icons.CopyOutlined);
export const DashboardOutlined = /* @__PURE__ */ decorative(icons.DashboardOutlined);
export const DeleteOutlined = /* @__PURE__ */ decorative(icons.DeleteOutlined);
export const EditOutlined = /* @__PURE__ */ decorative(icons.EditOutlined);
export const EnvironmentOutlined = /* @__PURE__ */ decorative(icons.EnvironmentOutlined);
export const ExclamationCircleOutlined = /* @__PURE__ */ decorative(icons.ExclamationCircleOutlined);
export const ExportOutlined = /* @__PURE__ */ decorative(icons.ExportOutlined);
export const EyeInvisibleOutlined = /* @__PURE__ */ decorative(icons.EyeInvisibleOutlined);
export const EyeOutlined = /* @__PURE__ */ decorative(icons.EyeOutlined);
export const FileImageOutlined = /* @__PURE__ */ decorative(icons.FileImageOutlined);
export const GlobalOutlined = /* @__PURE__ */ decorative(icons.GlobalOutlined);
export const HistoryOutlined = /* @__PURE__ */ decorative(icons.HistoryOutlined);
export const InboxOutlined = /* @__PURE__ */ decorative(icons.InboxOutlined);
export const LinkOutlined = /* @__PURE__ */ decorative(icons.LinkOutlined);
export const LoadingOutlined = /* @__PURE__ */ decorative(icons.LoadingOutlined);
export const LockOutlined = /* @__PURE__ */ decorative(icons.LockOutlined);
export const LogoutOutlined = /* @__PURE__ */ decorative(icons.LogoutOutlined);
export const MenuFoldOutlined = /* @__PURE__ */ decorative(icons.MenuFoldOutlined);
export const MenuUnfoldOutlined = /* @__PURE__ */ decorative(icons.MenuUnfoldOutlined);
export const MoonOutlined = /* @__PURE__ */ decorative(icons.MoonOutlined);
export const PhoneOutlined = /* @__PURE__ */ decorative(icons.PhoneOutlined);
export const PictureOutlined = /* @__PURE__ */ decorative(icons.PictureOutlined);
export const PlusOutlined = /* @__PURE__ */ decorative(icons.PlusOutlined);
export const RedoOutlined = /* @__PURE__ */ decorative(icons.RedoOutlined);
export const ReloadOutlined = /* @__PURE__ */ decorative(icons.ReloadOutlined);
export const RocketOutlined = /* @__PURE__ */ decorative(icons.RocketOutlined);
export const SafetyCertificateOutlined = /* @__PURE__ */ decorative(icons.SafetyCertificateOutlined);
export const SaveOutlined = /* @__PURE__ */ decorative(icons.SaveOutlined);
export const SearchOutlined = /* @__PURE__ */ decorative(icons.SearchOutlined);
export const SendOutlined = /* @__PURE__ */ decorative(icons.SendOutlined);
export const SettingOutlined = /* @__PURE__ */ decorative(icons.SettingOutlined);
export const SunOutlined = /* @__PURE__ */ decorative(icons.SunOutlined);
export const SwapOutlined = /* @__PURE__ */ decorative(icons.SwapOutlined);
export const TeamOutlined = /* @__PURE__ */ decorative(icons.TeamOutlined);
export const UndoOutlined = /* @__PURE__ */ decorative(icons.UndoOutlined);
export const UploadOutlined = /* @__PURE__ */ decorative(icons.UploadOutlined);
export const UserAddOutlined = /* @__PURE__ */ decorative(icons.UserAddOutlined);
export const WarningOutlined = /* @__PURE__ */ decorative(icons.WarningOutlined);
