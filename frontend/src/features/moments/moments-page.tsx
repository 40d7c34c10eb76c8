import { Loading } from '../../components/loading';
import { PlusOutlined } from '../../components/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { Button, Card, Flex, Pagination, Skeleton } from 'antd';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state';
import { PAGE_SIZE, useExistingPage } from '../../components/list-page';
import { LoadFailed } from '../../components/load-failed';
import { PageHeader } from '../../components/page-header';
import { Panel } from '../../components/panel';
import type { Page } from '../../lib/http';
import { useIsMobile } from '../../lib/media';
import { MomentCards } from './moment-cards';
import { MomentFilterBar } from './moment-filters';
import { MomentTable } from './moment-table';
import { momentListQuery } from './moments.api';
import { useMomentFilters, type MomentFilters } from './use-moment-filters';

/** All moments: searched, filtered and paged by the server. */
export function MomentsPage() {
  const filters = useMomentFilters();
  const list = useQuery({ ...momentListQuery(filters.params), placeholderData: keepPreviousData });
  useExistingPage(filters.listPage, list.isPlaceholderData ? undefined : list.data?.total);

  const content = () => {
    if (list.isPending) return <ListSkeleton />;
    if (!list.data) {
      return (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} title="The moments could not be loaded" />
      );
    }
    if (list.data.total === 0) return <NoMoments filters={filters} />;
    return <MomentList page={list.data} filters={filters} isStale={list.isPlaceholderData} />;
  };

  return (
    <>
      <PageHeader
        title="Moments"
        subtitle="Packages of images for your clients to approve"
        actions={<CreateButton text="Create Moment" />}
      />
      <MomentFilterBar filters={filters} />
      {content()}
    </>
  );
}

function CreateButton({ text }: { text: string }) {
  const navigate = useNavigate();
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/moments/create')}>
      {text}
    </Button>
  );
}

interface ListProps {
  page: Page<MomentListItem>;
  filters: MomentFilters;
  /** Still showing the answer to the question before. */
  isStale: boolean;
}

function MomentList({ page, filters, isStale }: ListProps) {
  const isMobile = useIsMobile();
  return (
    <Flex vertical gap="middle">
      {isMobile ? (
        <MomentCards moments={page.items} isStale={isStale} />
      ) : (
        <Panel>
          <MomentTable moments={page.items} filters={filters} isStale={isStale} />
        </Panel>
      )}
      <Pagination
        align="end"
        current={filters.listPage.page}
        pageSize={PAGE_SIZE}
        total={page.total}
        showSizeChanger={false}
        hideOnSinglePage
        responsive
        showTotal={(total, [from, to]) => `${from}–${to} of ${total}`}
        onChange={(next) => filters.listPage.turnTo(next)}
      />
    </Flex>
  );
}

function NoMoments({ filters }: { filters: MomentFilters }) {
  const action = filters.isFiltered ? (
    <Button onClick={filters.clear}>Clear filters</Button>
  ) : (
    <CreateButton text="Create Your First Moment" />
  );
  return (
    <Panel>
      <EmptyState text="No moments found" action={action} />
    </Panel>
  );
}

function ListSkeleton() {
  return (
    <Loading label="Loading moments">
      <Card>
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </Card>
    </Loading>
  );
}
