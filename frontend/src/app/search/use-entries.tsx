import type { SearchView } from '@gmb-moments/backend/contract/search';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Cover } from '../../ui/cover';
import { LandmarkIcon, LogOutIcon, MonitorIcon, MoonIcon, PlusIcon, SparklesIcon, SunIcon } from '../../ui/icons';
import { RecordInitial } from '../../ui/record-initial';
import { StatusTag } from '../../ui/status-tag';
import { matchesLabel } from '../../lib/characters';
import { chooseTheme, useThemeChoice, useThemeMode } from '../../lib/theme-mode';
import { MAIN_PAGES } from '../sidebar';
import { useMay } from '../../records/permissions';

/** An entry of the search palette. */
export interface Entry {
  key: string;
  label: string;
  detail?: string;
  picture: ReactNode;
  status?: ReactNode;
  run: () => void;
}

export interface Group {
  title: string;
  entries: Entry[];
}

/** A kind of record that can be added from the search. */
export type Addable = 'client' | 'agency';

/** Actions of the search other than opening pages. */
export interface PaletteActions {
  onAdd: (what: Addable) => void;
  onLogout: () => void;
}

/** The found records and matching actions in groups, without empty groups. */
export function useEntries(text: string, found: SearchView | undefined, actions: PaletteActions): Group[] {
  const open = useOpen();
  const commands = useCommands(actions);
  const matching = commands.map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => matchesLabel(text, entry)),
  }));
  return [...(found ? recordGroups(found, open) : []), ...matching].filter(({ entries }) => entries.length > 0);
}

type Open = (path: string) => () => void;

function useOpen(): Open {
  const navigate = useNavigate();
  return (path) => () => void navigate(path);
}

function recordGroups({ moments, clients, optimizations, agencies }: SearchView, open: Open): Group[] {
  return [
    {
      title: 'Moments',
      entries: moments.map(({ id, title, business, status, coverUrl }) => ({
        key: id,
        label: title,
        detail: business,
        picture: <Cover url={coverUrl} />,
        status: <StatusTag status={status} />,
        run: open(`/moments/${id}`),
      })),
    },
    {
      title: 'Clients',
      entries: clients.map(({ id, business }) => ({
        key: id,
        label: business,
        picture: <RecordInitial name={business} />,
        run: open(`/clients/${id}`),
      })),
    },
    {
      title: 'GMB Optimization',
      entries: optimizations.map(({ id, businessName, status }) => ({
        key: id,
        label: businessName,
        picture: <SparklesIcon />,
        status: <StatusTag status={status} />,
        run: open(`/gmb-optimizations/${id}`),
      })),
    },
    {
      title: 'Agencies',
      entries: agencies.map(({ id, name }) => ({
        key: id,
        label: name,
        detail: 'Its clients',
        picture: <LandmarkIcon />,
        run: open(`/clients?agencyId=${id}`),
      })),
    },
  ];
}

function useCommands({ onAdd, onLogout }: PaletteActions): Group[] {
  const open = useOpen();
  const theme = useThemeChoice();
  const may = useMay();
  const isDark = useThemeMode() === 'dark';
  const command = (label: string, picture: ReactNode, run: () => void): Entry => ({ key: label, label, picture, run });
  return [
    {
      title: 'Create',
      entries: [
        ...(may('review.edit')
          ? [
              command('Create Package', <PlusIcon />, open('/moments/create')),
              command('Create GMB Optimization', <PlusIcon />, open('/gmb-optimizations/create')),
            ]
          : []),
        ...(may('client.manage') ? [command('Add Client', <PlusIcon />, () => onAdd('client'))] : []),
        ...(may('agency.manage') ? [command('Add Agency', <PlusIcon />, () => onAdd('agency'))] : []),
      ],
    },
    {
      title: 'Go to',
      entries: MAIN_PAGES.map(([path, label, icon]) => command(label, icon, open(path))),
    },
    {
      title: 'Account',
      entries: [
        isDark
          ? command('Light theme', <SunIcon />, () => chooseTheme('light'))
          : command('Dark theme', <MoonIcon />, () => chooseTheme('dark')),
        ...(theme === 'system' ? [] : [command('System theme', <MonitorIcon />, () => chooseTheme('system'))]),
        command('Logout', <LogOutIcon />, onLogout),
      ],
    },
  ];
}
