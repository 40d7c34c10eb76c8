import { Loading } from '../../components/loading';
import { PlusOutlined } from '../../components/icons';
import type { OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Grid, Pagination, Skeleton } from 'antd';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state';
import { PAGE_SIZE, pageParams, useExistingPage, useListPage, type ListPage } from '../../components/list-page';
import { LoadFailed } from '../../components/load-failed';
import { PageHeader } from '../../components/page-header';
import { Panel } from '../../components/panel';
import type { Page } from '../../lib/http';
import { OptimizationCards } from './optimization-cards';
import { OptimizationTable } from './optimization-table';
import { optimizationListQuery } from './optimizations.api';

/** All GMB optimizations, newest first: where each one stands, and the way to go on with it. */
export function OptimizationsPage() {
  const listPage = useListPage();
  const list = useQuery({ ...optimizationListQuery(pageParams(listPage)), placeholderData: keepPreviousData });
  useExistingPage(listPage, list.isPlaceholderData ? undefined : list.data?.total);

  const content = () => {
    if (list.isPending) return <ListSkeleton />;
    if (!list.data) {
      return (
        <LoadFailed
          error={list.error}
          onRetry={() => void list.refetch()}
          title="The GMB optimizations could not be loaded"
        />
      );
    }
    if (list.data.total === 0) return <NoOptimizations />;
    return <OptimizationList page={list.data} listPage={listPage} isStale={list.isPlaceholderData} />;
  };

  return (
    <>
      <PageHeader
        title="GMB Profile Optimization"
        subtitle="Better Google Business Profiles for your clients to approve"
        actions={<CreateButton text="Create Optimization" />}
      />
      {content()}
    </>
  );
}

function CreateButton({ text }: { text: string }) {
  const navigate = useNavigate();
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/gmb-optimizations/create')}>
      {text}
    </Button>
  );
}

interface ListProps {
  page: Page<OptimizationListItem>;
  listPage: ListPage;
  /** Still showing the page before. */
  isStale: boolean;
}

function OptimizationList({ page, listPage, isStale }: ListProps) {
  // Six columns beside the sidebar need more room than a tablet has.
  const { xl: hasRoom = true } = Grid.useBreakpoint();
  return (
    <Flex vertical gap="middle">
      {hasRoom ? (
        <Panel>
          <OptimizationTable optimizations={page.items} isStale={isStale} />
        </Panel>
      ) : (
        <OptimizationCards optimizations={page.items} isStale={isStale} />
      )}
      <Pagination
        align="end"
        current={listPage.page}
        pageSize={PAGE_SIZE}
        total={page.total}
        showSizeChanger={false}
        hideOnSinglePage
        responsive
        showTotal={(total, [from, to]) => `${from}–${to} of ${total}`}
        onChange={(next) => listPage.turnTo(next)}
      />
    </Flex>
  );
}

function NoOptimizations() {
  return (
    <Panel>
      <EmptyState
        text="No GMB optimization packages yet"
        action={<CreateButton text="Create Your First Optimization" />}
      />
    </Panel>
  );
}

function ListSkeleton() {
  return (
    <Loading label="Loading GMB optimizations">
      <Card>
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </Card>
    </Loading>
  );
}
